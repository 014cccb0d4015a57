"""Search by similarity in SQLite: the floor, the gate, scores, and vectors that are fresh."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from threading import Barrier, Thread

import numpy as np
import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, SearchHit
from loom_memory_vector import HashingEmbedder
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]

WORDS = "kiwi mango granite basalt quartz fig lime pear plum slate".split()  # noqa: SIM905


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def contents(hits: list[SearchHit]) -> list[object]:
    return [hit.entry.content for hit in hits]


def cosine(one: str, other: str) -> float:
    embedder = HashingEmbedder(64)
    wide = [embedder.embed_query(text).astype(np.float64) for text in (one, other)]
    return round(float(wide[0] @ wide[1]), 6)


def test_the_score_is_the_cosine(opener: Opener) -> None:
    store = opener(min_score=0, min_top_score=0)
    store.append("k", said("kiwi mango", "kiwi", "kiwi mango granite"))
    hits = store.search("k", "kiwi mango")
    assert contents(hits) == ["kiwi mango", "kiwi mango granite", "kiwi"]
    for hit in hits:
        assert hit.score == hit.similarity == cosine("kiwi mango", str(hit.entry.content))


def test_what_is_below_the_floor_is_no_match(opener: Opener) -> None:
    weak = cosine("kiwi", "kiwi mango")
    for floor, found in ((weak, 2), (weak + 1e-6, 1)):
        store = opener(min_score=floor, min_top_score=floor)
        store.clear("k")
        store.append("k", said("kiwi", "kiwi mango", "quartz"))
        assert len(store.search("k", "kiwi")) == found


def test_where_even_the_best_is_below_the_gate_nothing_matches(opener: Opener) -> None:
    weak = cosine("kiwi", "kiwi mango")
    opener().append("k", said("kiwi mango", "quartz"))
    assert contents(opener(min_score=0.1, min_top_score=weak).search("k", "kiwi")) == ["kiwi mango"]
    assert opener(min_score=0.1, min_top_score=weak + 1e-6).search("k", "kiwi") == []


def test_a_question_about_something_else_finds_nothing(store: VectorSqliteStore) -> None:
    store.append("k", said(*WORDS))
    assert store.search("k", "the weather in Lisbon") == []


def test_other_handles_are_seen_at_once(opener: Opener) -> None:
    one, other = opener(), opener()
    one.append("k", said("kiwi"))
    for count in range(1, 40):
        assert len(other.search("k", "kiwi", limit=100)) == count
        one.append("k", said("kiwi"))
    entries = one.read("k")
    one.remove("k", [entries[3].id, entries[-1].id])
    assert len(other.search("k", "kiwi", limit=100)) == len(entries) - 2
    one.replace("k", [*entries[:2], *said("mango"), *entries[10:]])
    assert len(other.search("k", "kiwi", limit=100)) == len(entries) - 8
    assert len(other.search("k", "mango")) == 1
    one.clear("k")
    assert other.search("k", "kiwi") == []
    one.append("k", said("mango"))
    assert contents(other.search("k", "mango")) == ["mango"]


def test_a_slot_that_another_entry_took_is_read_anew(opener: Opener) -> None:
    one, other = opener(), opener()
    one.append("k", said("kiwi", "mango", "quartz"))
    assert len(other.search("k", "mango")) == 1
    entries = one.read("k")
    one.replace("k", [entries[0], *said("basalt"), entries[2]])
    assert other.search("k", "mango") == []
    assert contents(other.search("k", "basalt")) == ["basalt"]


def test_a_backup_that_is_restored_underneath_is_searched(
    store: VectorSqliteStore, raw: sqlite3.Connection
) -> None:
    store.append("k", said("basalt"))
    with closing(sqlite3.connect(":memory:")) as backup:
        raw.backup(backup)
        store.append("k", said("kiwi"))
        assert len(store.search("k", "kiwi")) == 1
        backup.backup(raw)
    store.append("k", said("mango"))  # with the row, and the version, that kiwi had
    assert store.search("k", "kiwi") == []
    assert contents(store.search("k", "mango")) == ["mango"]


@pytest.mark.parametrize("cache_megabytes", [0, 1, 512])
def test_the_bound_of_the_cache_changes_no_answer(opener: Opener, cache_megabytes: int) -> None:
    store = opener(cache_megabytes=cache_megabytes)
    for key in ("a", "b", "c"):
        store.append(key, said(*WORDS, *(f"{word} {key}" for word in WORDS)))
    for _ in range(2):
        for key in ("a", "b", "c"):
            found = contents(store.search(key, f"kiwi {key}"))
            assert found[0] == f"kiwi {key}"
            assert not any(str(each).endswith(("a", "b", "c")[key == "a"]) for each in found)


def test_a_large_dimension_is_searched_like_a_small_one(opener: Opener) -> None:
    store = opener(embedder="hashing:3072", min_score=None, min_top_score=None)
    store.append("k", said(*WORDS))
    for word in WORDS:
        assert [(hit.entry.content, hit.similarity) for hit in store.search("k", word)] == [
            (word, 1.0)
        ]


def test_threads_that_search_and_append_agree_in_the_end(store: VectorSqliteStore) -> None:
    barrier = Barrier(4)
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            barrier.wait()
            for _ in range(25):
                store.append("k", said(f"kiwi {number}", "mango"))
                hits = store.search("k", "mango", limit=1_000)
                assert {hit.entry.content for hit in hits} == {"mango"}
                assert len(hits) == len({hit.entry.id for hit in hits})
        except BaseException as error:  # noqa: BLE001 - handed to the test
            errors.append(error)

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(store.search("k", "mango", limit=1_000)) == 100
    assert store.inspect(check=True).problems == ()


@pytest.mark.parametrize(
    "damage", ["x'00'", "'text'", "substr(vector, 1, 200)", "zeroblob(0) || x'ff'", "7"]
)
def test_a_damaged_vector_is_an_error_and_not_a_missing_match(
    opener: Opener, raw: sqlite3.Connection, damage: str
) -> None:
    opener().append("k", said("kiwi", "mango"))
    raw.execute(f"UPDATE loom_vectors SET vector = {damage} WHERE seq = 1")
    with pytest.raises(BackendUnavailableError, match="damaged") as caught:
        opener().search("k", "mango")
    assert "loom memory repair" in caught.value.hint
    assert len(opener().read("k")) == 2


def test_a_vector_of_numbers_that_are_none_is_damaged(
    opener: Opener, raw: sqlite3.Connection
) -> None:
    opener().append("k", said("kiwi"))
    blob = np.full(64, np.nan, np.float32).tobytes()
    raw.execute("UPDATE loom_vectors SET vector = ?", [blob])
    with pytest.raises(BackendUnavailableError, match="not finite"):
        opener().search("k", "kiwi")
