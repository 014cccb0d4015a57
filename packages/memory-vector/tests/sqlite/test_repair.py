"""What can be wrong with the vectors of a file is found, and mended without embedding much."""

import sqlite3
from collections.abc import Callable

import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, Problem, resolve
from loom_memory_vector.sqlite.backend import VECTOR_SQLITE
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Embedded = Callable[[], list[str]]

WORDS = "kiwi mango granite basalt quartz fig lime pear plum slate".split()  # noqa: SIM905

SWAPPED = (
    "UPDATE loom_vectors SET ({0}) = (SELECT {0} FROM loom_vectors WHERE seq = 5) WHERE seq = 4"
)


def repair(url: str) -> list[Problem]:
    assert VECTOR_SQLITE.repair is not None
    return VECTOR_SQLITE.repair(resolve(f"{url}?embedder=recorded_embedder:first").options)


@pytest.fixture
def filled(store: VectorSqliteStore) -> VectorSqliteStore:
    store.append("k", [MemoryEntry(content=word) for word in WORDS])
    store.append("other", [MemoryEntry(content=word) for word in WORDS[:3]])
    return store


@pytest.mark.parametrize(
    ("damage", "kind", "again"),
    [
        ("UPDATE loom_vectors SET vector = x'00' WHERE seq = 4", "index-row-differs", 1),
        ("UPDATE loom_vectors SET vector = 'x' WHERE seq = 4", "index-row-differs", 1),
        (
            SWAPPED.format("vector"),
            "index-row-differs",
            1,
        ),
        (
            SWAPPED.format("digest, vector, checksum"),
            "index-row-differs",
            1,
        ),
        ("DELETE FROM loom_vectors WHERE seq = 4", "index-row-missing", 1),
        ("UPDATE loom_vectors SET seq = 99 WHERE seq = 4", "index-row-surplus", 0),
        ("UPDATE loom_vectors SET key_id = 99 WHERE seq = 4", "index-row-differs", 0),
        ("DELETE FROM loom_vectors_keys", "index-counts-differ", 0),
        ("UPDATE loom_vectors_keys SET vectors = 3 WHERE key_id = 1", "index-counts-differ", 0),
        ("DROP TABLE loom_vectors_keys", "index-damaged", len(WORDS)),
        ("DELETE FROM loom_vectors_space", "index-damaged", len(WORDS)),
    ],
    ids=range(11),
)
def test_damage_is_found_and_mended(
    filled: VectorSqliteStore,
    opener: Opener,
    url: str,
    raw: sqlite3.Connection,
    embedded: Embedded,
    damage: str,
    kind: str,
    again: int,
) -> None:
    embedded()
    raw.execute(damage)
    found = filled.inspect(check=True).problems
    assert kind in {problem.kind for problem in found}
    assert repair(url) == list(found)
    assert len(embedded()) == again
    assert filled.inspect(check=True).problems == ()
    store = opener()
    for word in WORDS:
        assert [hit.entry.content for hit in store.search("k", word)] == [word]
    assert len(filled.search("other", "kiwi")) == 1


def test_an_index_that_has_lost_its_space_is_damaged_and_not_empty(
    filled: VectorSqliteStore, raw: sqlite3.Connection
) -> None:
    raw.execute("DELETE FROM loom_vectors_space")
    with pytest.raises(BackendUnavailableError, match="in which space"):
        filled.search("k", "kiwi")
    with pytest.raises(BackendUnavailableError, match="in which space"):
        filled.append("k", [MemoryEntry(content="kiwi")])
    assert len(filled.read("k")) == len(WORDS)


def test_a_corrupt_row_is_set_aside_with_its_vector(
    filled: VectorSqliteStore, url: str, raw: sqlite3.Connection, embedded: Embedded
) -> None:
    embedded()
    raw.execute("UPDATE loom_entries SET entry = '{bad' WHERE seq = 4")
    assert [problem.kind for problem in repair(url)] == ["corrupt-entry"]
    assert embedded() == []
    assert filled.inspect(check=True).problems == ()
    assert filled.search("k", WORDS[3]) == []
    assert raw.execute("SELECT count(*) FROM loom_vectors WHERE seq = 4").fetchone() == (0,)


def test_a_healthy_file_is_left_as_it_is(
    filled: VectorSqliteStore, url: str, raw: sqlite3.Connection
) -> None:
    epoch = raw.execute("SELECT epoch FROM loom_vectors_space").fetchone()
    assert filled.inspect(check=True).problems == ()
    assert repair(url) == []
    assert raw.execute("SELECT epoch FROM loom_vectors_space").fetchone() == epoch
