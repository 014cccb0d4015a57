"""What no kit can see: the tables and the plans behind the verbs."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import CorruptEntryError, MemoryEntry
from loom_memory_postgres import (
    PostgresMemoryStore,
    PostgresOptions,
    StoredRow,
    WordIndex,
    repair_schema,
    word_sql,
)
from loom_memory_postgres.replacement import change_to

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]


def entry(text: str, **fields: Any) -> MemoryEntry:  # noqa: ANN401 - any field
    return MemoryEntry(content=text, **fields)


def counts(raw: Raw) -> list[int]:
    tables = ("loom_lists", "loom_entries", "loom_words")
    found = [
        raw.execute(f"SELECT count(*) FROM loom.{each}".encode()).fetchone() for each in tables
    ]
    return [each[0] for each in found if each]


def places(raw: Raw, what: str) -> dict[Any, Any]:
    return {row[0]: row[1] for row in raw.execute(f"SELECT {what}".encode())}


def test_nothing_stays_behind_a_list_that_went(store: PostgresMemoryStore, raw: Raw) -> None:
    for _ in range(3):
        store.append("k", [entry("one", id="1"), entry("two", id="2")])
        store.clear("k")
        store.append("k", [entry("one", id="1"), entry("two", id="2")])
        store.remove("k", ["1"])
        store.remove("k", ["2"])
        store.replace("k", [entry("three")])
        store.replace("k", [])
        store.replace("k", [])
        assert counts(raw) == [0, 0, 0]


def test_an_entry_without_a_term_has_no_index_row(store: PostgresMemoryStore, raw: Raw) -> None:
    store.append("k", [MemoryEntry(content=None), entry("...")])
    assert counts(raw) == [1, 2, 0]


def test_replace_touches_only_what_changed(store: PostgresMemoryStore, raw: Raw) -> None:
    entries = [entry(f"entry {at}") for at in range(100)]
    store.append("k", entries)
    before = places(raw, "entry, ctid::text FROM loom.loom_entries")
    words = places(raw, "seq, ctid::text FROM loom.loom_words")
    store.replace("k", [*entries[10:50], entry("between"), *entries[51:], entry("new")])
    after = places(raw, "entry, ctid::text FROM loom.loom_entries")
    kept = {text for text, place in after.items() if before.get(text) == place}
    assert len(kept) == 89
    kept_words = places(raw, "seq, ctid::text FROM loom.loom_words")
    assert len(words.items() & kept_words.items()) == 89
    assert store.inspect(check=True).problems == ()


@given(
    st.lists(st.sampled_from("abcd"), max_size=12),
    st.lists(st.sampled_from("abcdef"), max_size=12),
    st.data(),
)
def test_a_change_gives_the_new_list(old: list[str], new: list[str], data: st.DataObject) -> None:
    gaps = data.draw(st.lists(st.integers(1, 3), min_size=len(old), max_size=len(old)))
    seqs = [sum(gaps[: at + 1]) for at in range(len(old))]
    rows = [StoredRow(seq, 0, text) for seq, text in zip(seqs, old, strict=True)]
    change = change_to(rows, new, fresh=sum(gaps) + 1)
    held = {row.seq: row.text for row in rows if row not in change.gone}
    assert held.keys().isdisjoint(seq for seq, _ in change.come)
    held |= {seq: new[at] for seq, at in change.come}
    assert [held[seq] for seq in sorted(held)] == new
    assert all(one < other for one, other in pairwise(sorted(held)))


def test_two_hundred_thousand_words(store: PostgresMemoryStore) -> None:
    words = [f"w{at}" for at in range(200_000)]
    store.append("k", [entry(" ".join(words))])
    assert all(store.search("k", words[at]) for at in (0, 25_000, 49_999))
    assert store.search("k", words[50_000]) == []
    info = store.inspect(check=True)
    assert (info.cut_entries, info.problems) == (1, ())
    store.clear("k")
    assert store.inspect().cut_entries == 0


def test_long_terms_are_all_found(store: PostgresMemoryStore) -> None:
    words = [f"{at:05d}" + "\U00010400" * 250 for at in range(3_000)]
    store.append("k", [entry(" ".join(words))])
    assert all(store.search("k", words[at]) for at in (0, 1_500, 2_999))
    assert store.inspect(check=True).problems == ()


def test_a_query_of_a_hundred_thousand_words(store: PostgresMemoryStore) -> None:
    store.append("k", [entry(f"number {at}") for at in range(50)])
    query = " ".join(f"{at}" for at in range(100_000))
    assert len(store.search("k", query, limit=100)) == 50


def test_many_terms_and_few_rank_alike(store: PostgresMemoryStore) -> None:
    store.append("k", [entry(f"alpha{at % 7} beta{at % 5} gamma{at % 3}") for at in range(90)])
    known = " ".join([f"alpha{at}" for at in range(7)] + [f"beta{at}" for at in range(3)])
    few = store.search("k", f"{known} {' '.join(f'x{at}' for at in range(20))}", limit=90)
    many = store.search("k", f"{known} {' '.join(f'x{at}' for at in range(60))}", limit=90)
    assert few
    assert [hit.entry for hit in few] == [hit.entry for hit in many]
    assert all(0 < hit.score <= 1 for hit in few)


def test_a_short_list_has_sensible_scores(store: PostgresMemoryStore) -> None:
    store.append("k", [entry("only one thing here")])
    assert 0.1 < store.search("k", "thing")[0].score < 1
    assert store.search("k", "the thing")[0].score == store.search("k", "thing")[0].score
    assert [hit.entry.content for hit in store.search("k", "only")] == ["only one thing here"]


def test_stop_words_match_behind_what_ranks(store: PostgresMemoryStore) -> None:
    store.append("k", [entry("where is the cat"), entry("the dog"), entry("the bird and the cat")])
    hits = [hit.entry.content for hit in store.search("k", "the cat")]
    assert set(hits[:2]) == {"where is the cat", "the bird and the cat"}
    assert hits[2] == "the dog"


def test_a_search_reads_rows_of_its_own_key_alone(store: PostgresMemoryStore, raw: Raw) -> None:
    for key in range(1_000):
        words = [entry(f"word{at} is common in every list") for at in range(5)]
        store.append(f"k{key}", words)
    raw.execute("ANALYZE")
    statement = word_sql.rank(2, short=True).replace("{schema}", "loom")
    values = {"key": "'k7'", "t0": "'word3'", "t1": "'common'", "limit": "10"}
    values |= {"prune": "true", "entries": "5"}
    for name, value in values.items():
        statement = statement.replace(f"%({name})s", value)
    statement = statement.replace("%(any)s", "'word3 | common'")
    plan = raw.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}".encode()).fetchone()
    scans = list(nodes_of(plan[0][0]["Plan"] if plan else {}))
    assert [each["Node Type"] for each in scans if each["Node Type"] == "Seq Scan"] == []
    read = [each for each in scans if each.get("Relation Name") == "loom_words"]
    assert read
    assert all(each.get("Rows Removed by Filter", 0) + each["Actual Rows"] <= 5 for each in read)


def nodes_of(plan: dict[str, Any]) -> "list[dict[str, Any]]":
    return [plan, *(node for child in plan.get("Plans", ()) for node in nodes_of(child))]


def test_a_corrupt_row_is_named_and_set_aside(
    store: PostgresMemoryStore, options: PostgresOptions, raw: Raw
) -> None:
    store.append("k", [entry("one"), entry("two"), entry("three")])
    store.append("other", [entry("fine")])
    raw.execute("UPDATE loom.loom_entries SET entry = '{' WHERE key = 'k' AND seq = 2")
    with pytest.raises(CorruptEntryError) as caught:
        store.read("k")
    assert (caught.value.key, caught.value.position) == ("k", 1)
    assert [each.content for each in store.read("other")] == ["fine"]
    assert len(store.salvage("k")[0]) == 2
    kinds = [each[0] for each in store.inspect(check=True).problems]
    assert kinds == ["corrupt-entry"]
    assert [each.kind for each in repair_schema(options, [WordIndex()])] == ["corrupt-entry"]
    assert [each.content for each in store.read("k")] == ["one", "three"]
    assert store.inspect(check=True).problems == ()
    aside = raw.execute("SELECT key, position, entry FROM loom.loom_aside").fetchall()
    assert aside == [("k", 1, "{")]


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        ("DELETE FROM loom.loom_words WHERE seq = 1", "index-row-missing"),
        ("UPDATE loom.loom_words SET lexemes = 'x' WHERE seq = 1", "index-row-differs"),
        ("UPDATE loom.loom_words SET seq = 9 WHERE seq = 2", "index-row-surplus"),
        ("UPDATE loom.loom_lists SET entries = 7", "list-count-differs"),
        ("DELETE FROM loom.loom_lists", "list-count-differs"),
    ],
)
def test_what_is_out_of_step_is_found_and_mended(
    store: PostgresMemoryStore, options: PostgresOptions, raw: Raw, damage: str, kind: str
) -> None:
    store.append("k", [entry("one"), entry("two")])
    raw.execute(damage.encode())
    found = store.inspect(check=True).problems
    assert kind in [each.kind for each in found]
    assert all(each.key == "k" for each in found)
    assert kind in [each.kind for each in repair_schema(options, [WordIndex()])]
    assert store.inspect(check=True).problems == ()
    store.append("k", [entry("three")])
    assert [each.content for each in store.read("k")] == ["one", "two", "three"]
