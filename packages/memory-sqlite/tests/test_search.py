"""What matches, in which order, with which score."""

import json
import random
from collections import Counter
from collections.abc import Callable
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loom_memory_core import MemoryEntry, StoreUrl, index_terms, tokenize
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions
from loom_memory_sqlite.pending import MAX_WAITING
from loom_memory_sqlite.ranking import SHORT_LIST

Opener = Callable[..., SqliteMemoryStore]
Words = st.lists(st.sampled_from(["ant", "bee", "cat", "dog", "eel", "fox"]), max_size=6)


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def found(store: SqliteMemoryStore, query: str, limit: int = 10) -> list[object]:
    return [hit.entry.content for hit in store.search("k", query, limit=limit)]


def bm25(texts: list[str], query: str) -> dict[int, float]:
    """The same ranking, written the long way."""
    rows = [Counter(index_terms(text)) for text in texts]
    held = [row for row in rows if row]
    terms = set(tokenize(query))
    average = sum(row.total() for row in held) / max(len(held), 1)
    scores: dict[int, float] = {}
    best = 0.0
    for term in terms:
        having = sum(term in row for row in held)
        odds = (len(held) - having + 0.5) / (having + 0.5)
        worth = log(1 + odds) if len(held) <= 64 else max(log(odds), 0.01 * log(1 + odds))
        best += worth
        for at, row in enumerate(rows):
            if term in row:
                norm = 1.2 * (0.25 + 0.75 * row.total() / average)
                scores[at] = scores.get(at, 0.0) + worth * row[term] / (row[term] + norm)
    return {at: score / best for at, score in scores.items()}


@settings(max_examples=30)
@given(texts=st.lists(Words, max_size=MAX_WAITING + 8), query=Words, together=st.booleans())
def test_the_scores_are_exact(texts: list[list[str]], query: list[str], *, together: bool) -> None:
    lines = [" ".join(words) for words in texts]
    entries = said(*lines)
    expected = bm25(lines, " ".join(query))
    with TemporaryDirectory() as folder:
        url = StoreUrl.parse(f"sqlite:///{Path(folder)}/memory.db")
        store = SqliteMemoryStore(SqliteOptions(url=url, language="none"))
        store.append("other", said("ant bee cat", "ant ant", "zebra"))
        for batch in [entries] if together else [[entry] for entry in entries]:
            store.append("k", batch)
        hits = store.search("k", " ".join(query), limit=100)
        places = {entry.id: at for at, entry in enumerate(entries)}
        got = {places[hit.entry.id]: hit.score for hit in hits}
        assert got == pytest.approx(expected, abs=2e-6)
        order = [(-hit.score, -places[hit.entry.id]) for hit in hits]
        assert order == sorted(order)
        store.close()


def test_waiting_and_indexed_rows_are_ranked_alike(store: SqliteMemoryStore) -> None:
    draw = random.Random(5)
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
    texts = [" ".join(draw.choices(words, k=draw.randint(1, 9))) for _ in range(MAX_WAITING * 3)]
    entries = said(*texts)
    store.append("together", entries)
    for entry in entries[:-5]:
        store.append("alone", [entry])
    store.append("alone", entries[-5:])
    for query in ("alpha", "alpha beta", "delta zeta gamma unknown"):
        assert store.search("together", query) == store.search("alone", query)


def test_terms_are_ored_and_a_longer_query_never_finds_less(store: SqliteMemoryStore) -> None:
    store.append("k", said("cat", "dog", "bird", "the"))
    sizes = []
    query = ""
    for word in ("cat", "zzz", "dog", "the", "bird"):
        query += f" {word}"
        sizes.append(len(found(store, query)))
    assert sizes == [1, 1, 2, 3, 4]


def test_common_terms_still_match_in_a_long_list(store: SqliteMemoryStore) -> None:
    count = SHORT_LIST * 3
    texts = [f"server note {n}" for n in range(count)]
    store.append("k", said(*texts, "quasar server"))
    assert found(store, "server quasar", limit=3) == ["quasar server", texts[-1], texts[-2]]
    assert len(found(store, "server quasar", limit=1000)) == count + 1
    assert len(found(store, "note", limit=1000)) == count
    best, *rest = store.search("k", "server quasar", limit=5)
    assert best.score > 0.1
    assert {hit.score for hit in rest} == {1e-6}


def test_stop_words_match_and_do_not_rank(store: SqliteMemoryStore) -> None:
    store.append("k", said("the the the the", "what is it", "a runbook", "unrelated"))
    assert found(store, "what is the runbook")[0] == "a runbook"
    assert set(found(store, "what is the runbook")) == {
        "a runbook",
        "the the the the",
        "what is it",
    }
    assert found(store, "the") == ["the the the the"]


def test_equal_scores_are_newest_first(store: SqliteMemoryStore) -> None:
    entries = said("same words", "same words", "same words")
    store.append("k", entries[:2])
    store.append("k", entries[2:])
    for _ in range(2):
        hits = store.search("k", "words")
        assert [hit.entry for hit in hits] == entries[::-1]
        assert len({hit.score for hit in hits}) == 1


def test_only_this_key_is_searched(store: SqliteMemoryStore) -> None:
    for number in range(40):
        store.append(f"k{number}", said(f"failover {number}"))
    for number in (0, 1, 16, 17, 39):
        hits = store.search(f"k{number}", "failover")
        assert [hit.entry.content for hit in hits] == [f"failover {number}"]


def test_other_keys_do_not_change_a_score(store: SqliteMemoryStore) -> None:
    store.append("k", said("fail over db-7", "restart db-7", "a cat"))
    before = store.search("k", "db-7 failing")
    store.append("other", said(*["db-7 fails " * 9] * 100))
    assert store.search("k", "db-7 failing") == before


@pytest.mark.parametrize(
    "query",
    [
        "", "  ", "!!!", '"', "'", "(", "a:b", "foo-bar", "cat*", "^cat", "NEAR(cat dog)", "NOT",
        "AND OR", "{terms}: cat", "don't", "C++", "GB/s", "a\0b", "\ud83d", "half \ud83d cat",
        "_", "1_cat", "<|endoftext|>", "🙂", "\u200b", "loom_fts5", "x" * 100_000,
    ],
)  # fmt: skip
def test_no_query_raises(store: SqliteMemoryStore, query: str) -> None:
    store.append("k", said("category", "not", "cat"))
    hits = store.search("k", query)
    words = set(tokenize(query))
    assert {str(hit.entry.content) for hit in hits} == words & {"category", "not", "cat"}


def test_a_query_of_a_hundred_thousand_words(opener: Opener) -> None:
    store = opener(language="none")  # stems of so many new words take three seconds
    store.append("k", said(*(f"w{n} w{n + 1}" for n in range(3000))))
    store.append("other", said("w1"))
    query = " ".join(f"w{n}" for n in range(100_000))
    assert len(store.search("k", query, limit=10_000)) == 3000
    assert len(store.search("other", query)) == 1


def test_a_hundred_thousand_words_that_do_not_rank(opener: Opener) -> None:
    store = opener(language="none")
    text = " ".join(f"w{n}" for n in range(2500))
    store.append("k", said(*[text] * (SHORT_LIST * 2)))
    query = " ".join(f"w{n}" for n in range(100_000))
    assert len(store.search("k", query, limit=10_000)) == SHORT_LIST * 2


def test_entries_without_a_term_are_never_found(store: SqliteMemoryStore) -> None:
    store.append("k", [MemoryEntry(content=None), MemoryEntry(content=[True, {}])])
    store.append("k", said("", "!!!", "🙂"))
    assert store.search("k", "true null") == []
    store.append("k", [MemoryEntry(content={"note": ["cat", 7, {"deep": "x"}]}, role="cat")])
    assert len(store.search("k", "cat")) == 1
    assert store.search("k", "note deep role") == []


def test_numbers_and_many_scripts_are_found(store: SqliteMemoryStore) -> None:
    texts = [
        "设备清单",
        "설정 파일",
        "ไทยกิน",
        "हिन्दी भाषा",
        "Москва",
        "café",
        "重跑gen-itgc后",
        "ubuntu 20.04",
    ]
    store.append("k", said(*texts))
    queries = ["清", "설정", "กิน", "हिन्दी", "москва", "CAFE", "itgc", "20"]
    assert [found(store, query)[0] for query in queries] == texts


def test_an_entry_of_two_hundred_thousand_words_is_cut_and_counted(opener: Opener) -> None:
    store = opener(language="none")
    text = " ".join(f"w{n}" for n in range(200_000))
    store.append("k", [*said("before"), *said(text), *said("after")])
    info = store.inspect(check=True)
    assert (info.cut_entries, info.problems) == (1, ())
    assert len(store.search("k", "w1 w49999")) == 1
    store.clear("k")
    assert store.inspect(check=True).cut_entries == 0


def test_what_is_in_meta_or_a_role_is_never_found(store: SqliteMemoryStore) -> None:
    entry = MemoryEntry(content="cat", role="narrator", meta={"secret": "walrus"}, id="zebra")
    store.append("k", [entry])
    assert store.search("k", "narrator secret walrus zebra") == []
    tainted = {"$tainted": {"origin": "mailbox", "value": "invoice"}}
    store.append("k", [MemoryEntry(content=json.loads(json.dumps(tainted)))])
    assert store.search("k", "mailbox origin tainted value") == []
    assert len(store.search("k", "invoices")) == 1


@pytest.mark.parametrize("limit", [1, 5, 150, 1000])
def test_the_least_scores_are_newest_first_whatever_they_come_from(
    store: SqliteMemoryStore, limit: int
) -> None:
    store.append("k", said(*["quasar server"], *["rare server"] * 100, *["server"] * 100))
    unknown = " ".join(f"u{n}" for n in range(3000))
    hits = store.search("k", f"server rare quasar {unknown}", limit=limit)
    assert [hit.score for hit in hits[1:]] == [1e-6] * (min(limit, 201) - 1)
    newest = [entry.id for entry in reversed(store.read("k"))]
    assert hits[0].entry.content == "quasar server"
    assert [hit.entry.id for hit in hits[1:]] == newest[: len(hits) - 1]
