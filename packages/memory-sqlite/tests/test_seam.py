"""Another package's index in the same file: told of every row, and never left behind."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from loom_memory_core import IndexMismatchError, MemoryEntry
from loom_memory_sqlite import (
    Fault,
    Index,
    Scored,
    SqliteListStore,
    SqliteMemoryStore,
    SqliteOptions,
    StoredRow,
    WordIndex,
    reindex_file,
)


class LengthIndex:
    """Finds rows by the length of their text: as small as an index can be."""

    name = "lengths"
    identity = "characters"
    scheme = "lengths+sqlite"
    parameters: Mapping[str, str] = {"unit": "characters & more"}

    def create(self, db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE loom_lengths (key_id, seq, length, PRIMARY KEY (key_id, seq))")
        db.execute("CREATE TABLE loom_lengths_extra (x)")

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[int]:
        if any(entry.content == "unpreparable" for entry in entries):
            raise RuntimeError("the model did not answer")
        return [len(str(entry.content)) for entry in entries]

    def prepare_query(self, query: str) -> int:
        return len(query)

    def add(self, db: sqlite3.Connection, key_id: int, rows: Sequence[tuple[int, int]]) -> None:
        values = [(key_id, seq, length) for seq, length in rows]
        db.executemany("INSERT INTO loom_lengths VALUES (?, ?, ?)", values)

    def drop(self, db: sqlite3.Connection, key_id: int, rows: Sequence[StoredRow]) -> None:
        values = [(key_id, row.seq) for row in rows]
        db.executemany("DELETE FROM loom_lengths WHERE key_id = ? AND seq = ?", values)

    def clear(self, db: sqlite3.Connection, key_id: int) -> None:
        db.execute("DELETE FROM loom_lengths WHERE key_id = ?", (key_id,))

    def search(
        self, db: sqlite3.Connection, key_id: int, question: int, *, limit: int
    ) -> list[Scored]:
        found = db.execute(
            "SELECT seq FROM loom_lengths WHERE key_id = ? AND length = ?"
            " ORDER BY seq DESC LIMIT ?",
            (key_id, question, limit),
        )
        return [Scored(seq, 1.0, similarity=0.5) for (seq,) in found]

    def cut_entries(self, db: sqlite3.Connection) -> int:
        return int(db.execute("SELECT count(*) FROM loom_lengths_extra").fetchone()[0])

    def check(self, db: sqlite3.Connection) -> Iterator[Fault]:
        count = "SELECT (SELECT count(*) FROM loom_entries) - (SELECT count(*) FROM loom_lengths)"
        missing = db.execute(count).fetchone()[0]
        if missing:
            yield Fault("index-row-missing", f"{missing} rows")


Opener = Callable[..., SqliteMemoryStore]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture
def both(options: SqliteOptions) -> Iterator[SqliteMemoryStore]:
    lengths = LengthIndex()
    store = SqliteMemoryStore(options, indexes=[WordIndex(), lengths], searcher=lengths)
    yield store
    store.close()


def lengths_of(raw: sqlite3.Connection) -> list[int]:
    return [row[0] for row in raw.execute("SELECT length FROM loom_lengths ORDER BY seq")]


def test_an_index_is_told_of_every_row(both: SqliteMemoryStore, raw: sqlite3.Connection) -> None:
    entries = said("a", "bb", "ccc", "dddd")
    both.append("k", entries)
    both.append("other", said("eeeee"))
    both.remove("k", [entries[1].id])
    both.replace("k", [entries[2], *said("longest one")])
    assert lengths_of(raw) == [3, 5, 11]
    assert both.inspect(check=True).problems == ()
    assert both.inspect().indexes == ("fts5", "lengths")
    both.clear("k")
    assert lengths_of(raw) == [5]


def test_the_searcher_answers_the_search(both: SqliteMemoryStore) -> None:
    both.append("k", said("one", "two", "three"))
    hits = both.search("k", "???", limit=1)
    assert [(hit.entry.content, hit.score, hit.similarity) for hit in hits] == [("two", 1.0, 0.5)]


def test_an_index_that_cannot_prepare_writes_nothing_anywhere(
    both: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    both.append("k", said("one"))
    with pytest.raises(RuntimeError, match="did not answer"):
        both.append("k", said("two", "unpreparable"))
    with pytest.raises(RuntimeError, match="did not answer"):
        both.replace("k", said("two", "unpreparable"))
    assert [entry.content for entry in both.read("k")] == ["one"]
    assert lengths_of(raw) == [3]


def test_a_handle_that_lacks_an_index_reads_searches_and_does_not_write(
    both: SqliteMemoryStore, opener: Opener
) -> None:
    both.append("k", said("failover"))
    words = opener()
    assert len(words.read("k")) == 1
    assert len(words.search("k", "failover")) == 1
    writes: list[Callable[[], object]] = [
        lambda: words.append("k", said("x")),
        lambda: words.replace("k", []),
        lambda: words.remove("k", ["x"]),
        lambda: words.clear("k"),
    ]
    for write in writes:
        with pytest.raises(IndexMismatchError, match="lengths") as caught:
            write()
        assert "lengths+sqlite:///" in caught.value.hint
        assert "unit=characters%20%26%20more" in caught.value.hint


def test_a_list_without_any_index_reads_and_does_not_write(
    both: SqliteMemoryStore, options: SqliteOptions
) -> None:
    both.append("k", said("failover"))
    bare = SqliteListStore(options)
    assert len(bare.read("k")) == 1
    with pytest.raises(IndexMismatchError):
        bare.append("k", said("x"))
    bare.close()


def test_a_new_index_on_a_file_that_holds_entries_needs_a_reindex(
    store: SqliteMemoryStore, options: SqliteOptions
) -> None:
    store.append("k", said("one", "three"))
    indexes: list[Index[Any, Any]] = [WordIndex(), LengthIndex()]
    with pytest.raises(IndexMismatchError, match="lengths") as caught:
        SqliteMemoryStore(options, indexes=indexes)
    assert "loom memory reindex" in caught.value.hint
    assert reindex_file(options, indexes) == 2
    both = SqliteMemoryStore(options, indexes=indexes)
    assert both.inspect(check=True).problems == ()
    with pytest.raises(IndexMismatchError):
        store.append("k", said("x"))
    both.close()


def test_a_reindex_drops_the_indexes_it_is_not_given(
    both: SqliteMemoryStore, options: SqliteOptions, raw: sqlite3.Connection, opener: Opener
) -> None:
    both.append("k", said("failover"))
    reindex_file(options, [WordIndex()])
    tables = {row[0] for row in raw.execute("SELECT name FROM sqlite_master")}
    assert not any(name.startswith("loom_lengths") for name in tables)
    words = opener()
    words.append("k", said("failing over"))
    assert len(words.search("k", "fail")) == 1
    with pytest.raises(IndexMismatchError):
        both.append("k", said("x"))


def test_an_empty_file_takes_a_new_index_at_once(
    store: SqliteMemoryStore, options: SqliteOptions
) -> None:
    both = SqliteMemoryStore(options, indexes=[WordIndex(), LengthIndex()])
    both.append("k", said("one"))
    with pytest.raises(IndexMismatchError):
        store.append("k", said("x"))
    both.close()
