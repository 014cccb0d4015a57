"""An index that is slow to prepare: asked outside transactions, and not twice for one thing."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import pytest
from loom_memory_core import (
    EmbeddingMismatchError,
    LoomError,
    MemoryEntry,
    StoreWriteError,
)
from loom_memory_sqlite import (
    Fault,
    Index,
    Scored,
    SqliteMemoryStore,
    SqliteOptions,
    StoredRow,
    WordIndex,
    count_unprepared,
    indexes_of_file,
    reindex_file,
    repair_file,
)


class DearIndex:
    """Holds the upper-case text of each row, and remembers what it was asked to prepare."""

    name = "dear"
    scheme = "dear+sqlite"
    parameters: Mapping[str, str] = {}

    def __init__(self, path: str, identity: str = "upper") -> None:
        self.identity = identity
        self.prepared: list[str] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self._path = path

    def create(self, db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE loom_dear (seq, key_id, text)")

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[str]:
        """Takes the write lock for a moment: a transaction around this call would hold it."""
        with closing(sqlite3.connect(self._path, isolation_level=None, timeout=0)) as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
        self.prepared += [str(entry.content) for entry in entries]
        self.meanwhile()
        return [str(entry.content).upper() for entry in entries]

    def recall(self, db: sqlite3.Connection, entries: Sequence[MemoryEntry]) -> list[str | None]:
        found = db.execute("SELECT name FROM sqlite_master WHERE name IN (?, ?)", TABLES).fetchall()
        known = {row[0] for (name,) in found for row in db.execute(f"SELECT text FROM {name}")}
        texts = [str(entry.content).upper() for entry in entries]
        return [text if text in known else None for text in texts]

    def keep(self, db: sqlite3.Connection, prepared: Sequence[str]) -> None:
        db.execute("CREATE TABLE IF NOT EXISTS loom_kept_dear (text)")
        db.executemany("INSERT INTO loom_kept_dear VALUES (?)", [(text,) for text in prepared])

    def forget(self, db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE IF EXISTS loom_kept_dear")

    def prepare_query(self, query: str) -> str:
        return query.upper()

    def add(self, db: sqlite3.Connection, key_id: int, rows: Sequence[tuple[int, str]]) -> None:
        values = [(seq, key_id, text) for seq, text in rows]
        db.executemany("INSERT INTO loom_dear VALUES (?, ?, ?)", values)

    def drop(self, db: sqlite3.Connection, key_id: int, rows: Sequence[StoredRow]) -> None:
        values = [(key_id, row.seq) for row in rows]
        db.executemany("DELETE FROM loom_dear WHERE key_id = ? AND seq = ?", values)

    def clear(self, db: sqlite3.Connection, key_id: int) -> None:
        db.execute("DELETE FROM loom_dear WHERE key_id = ?", (key_id,))

    def search(
        self, db: sqlite3.Connection, key_id: int, question: str, *, limit: int
    ) -> list[Scored]:
        found = db.execute(
            "SELECT seq FROM loom_dear WHERE key_id = ? AND text = ? ORDER BY seq DESC LIMIT ?",
            (key_id, question, limit),
        )
        return [Scored(seq, 1.0) for (seq,) in found]

    def cut_entries(self, db: sqlite3.Connection) -> int:
        return len(db.execute("SELECT 1 FROM loom_dear WHERE text = 'CUT'").fetchall())

    def check(self, db: sqlite3.Connection) -> Iterator[Fault]:
        for (seq,) in db.execute("SELECT seq FROM loom_dear WHERE text = 'WRONG'"):
            yield Fault("index-row-differs", "wrong", seq)

    def embedding(self, db: sqlite3.Connection) -> str:
        return f"{db.execute('SELECT count(*) FROM loom_dear').fetchone()[0]} of {self.identity}"

    def same_space(self, identity: str) -> bool:
        return identity == f"{self.identity}case"

    def mismatch(self, identity: str, *, place: str, url: str) -> LoomError:
        return EmbeddingMismatchError(f"{place} is {identity}", hint=f"open {url}")


TABLES = ("loom_dear", "loom_kept_dear")


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture
def dear(options: SqliteOptions) -> DearIndex:
    return DearIndex(str(options.path))


@pytest.fixture
def both(options: SqliteOptions, dear: DearIndex) -> Iterator[SqliteMemoryStore]:
    store = SqliteMemoryStore(options, indexes=[WordIndex(), dear], searcher=dear)
    yield store
    store.close()


def test_what_can_be_recalled_is_not_prepared(both: SqliteMemoryStore, dear: DearIndex) -> None:
    both.append("k", said("one", "two"))
    both.append("other", said("two", "three"))
    both.replace("k", said("three", "four", "one"))
    assert dear.prepared == ["one", "two", "three", "four"]
    assert [hit.entry.content for hit in both.search("k", "three")] == ["three"]
    assert both.inspect(check=True).problems == ()


def test_the_embedding_space_is_shown(both: SqliteMemoryStore) -> None:
    both.append("k", said("one"))
    assert both.inspect().embedding == "1 of upper"


def test_the_same_space_under_another_name_is_searched_and_written(
    both: SqliteMemoryStore, options: SqliteOptions
) -> None:
    both.append("k", said("one"))
    with closing(sqlite3.connect(options.path)) as raw, raw:
        raw.execute("UPDATE loom_indexes SET identity = 'uppercase' WHERE name = 'dear'")
    both.append("k", said("two"))
    assert [len(both.search("k", text)) for text in ("one", "two")] == [1, 1]
    assert both.inspect(check=True).problems == ()


def test_another_space_is_refused_by_its_own_error_before_anything_is_prepared(
    both: SqliteMemoryStore, options: SqliteOptions
) -> None:
    both.append("k", said("one"))
    other = DearIndex(str(options.path), identity="lower")
    store = SqliteMemoryStore(options, indexes=[WordIndex(), other], searcher=other)
    verbs: list[Callable[[], object]] = [
        lambda: store.append("k", said("two")),
        lambda: store.replace("k", said("two")),
        lambda: store.search("k", "one"),
    ]
    for verb in verbs:
        with pytest.raises(EmbeddingMismatchError, match="is upper") as caught:
            verb()
        assert "dear+sqlite:///" in caught.value.hint
    assert other.prepared == []
    store.close()


def test_a_file_is_prepared_before_the_transaction_that_builds_it(
    store: SqliteMemoryStore, options: SqliteOptions, dear: DearIndex, raw: sqlite3.Connection
) -> None:
    store.append("k", said(*(f"note {number}" for number in range(300))))
    indexes: list[Index[Any, Any]] = [WordIndex(), dear]
    assert count_unprepared(options, indexes) == 300
    steps: list[tuple[int, int]] = []
    assert reindex_file(options, indexes, progress=lambda *step: steps.append(step)) == 300
    assert len(dear.prepared) == 300
    assert steps[-1] == (300, 300)
    assert count_unprepared(options, indexes) == 0
    assert [each.name for each in indexes_of_file(options)] == ["dear", "fts5"]
    assert raw.execute("SELECT count(*) FROM loom_dear").fetchone() == (300,)
    assert raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'loom_kept_dear'").fetchall() == []


def test_what_others_write_meanwhile_is_built_too(
    store: SqliteMemoryStore, options: SqliteOptions, dear: DearIndex
) -> None:
    store.append("k", said(*(f"note {number}" for number in range(300))))
    written: list[int] = []

    def write() -> None:
        if len(written) < 5:
            written.append(len(written))
            entries = store.read("k")
            in_an_old_slot = said(f"old slot {len(written)}")
            store.replace("k", [*in_an_old_slot, *entries[1:], *said(f"new {len(written)}")])

    dear.meanwhile = write
    assert reindex_file(options, [WordIndex(), dear]) == 305
    both = SqliteMemoryStore(options, indexes=[WordIndex(), dear], searcher=dear)
    for text in ("new 1", "new 5", "old slot 5", "note 299"):
        assert len(both.search("k", text)) == 1
    both.close()


def test_writers_that_never_rest_are_named_and_nothing_is_built(
    store: SqliteMemoryStore, options: SqliteOptions, dear: DearIndex
) -> None:
    store.append("k", said("one"))
    dear.meanwhile = lambda: store.append("k", said(f"more {len(dear.prepared)}"))
    with pytest.raises(StoreWriteError, match="others change entries faster"):
        reindex_file(options, [WordIndex(), dear])
    store.append("k", said("two"))
    dear.meanwhile = lambda: None
    before = len(dear.prepared)
    reindex_file(options, [WordIndex(), dear])
    assert len(dear.prepared) == before + 2


def test_a_reindex_that_fails_goes_on_where_it_was(
    store: SqliteMemoryStore, options: SqliteOptions, dear: DearIndex
) -> None:
    store.append("k", said(*(f"note {number}" for number in range(300))))

    def fail() -> None:
        if len(dear.prepared) > 200:
            raise ConnectionError("the model did not answer")

    dear.meanwhile = fail
    with pytest.raises(ConnectionError):
        reindex_file(options, [WordIndex(), dear])
    store.append("k", said("still written in the old way"))
    assert len(store.search("k", "note", limit=1_000)) == 300
    again = DearIndex(str(options.path))
    reindex_file(options, [WordIndex(), again])
    assert len(again.prepared) == 301 - 128


def test_a_repair_prepares_only_what_is_lost(
    both: SqliteMemoryStore, options: SqliteOptions, dear: DearIndex, raw: sqlite3.Connection
) -> None:
    both.append("k", said("one", "two", "three"))
    raw.execute("UPDATE loom_dear SET text = 'WRONG' WHERE seq = 2")
    dear.prepared.clear()
    assert [each.kind for each in repair_file(options, [WordIndex(), dear])] == [
        "index-row-differs"
    ]
    assert dear.prepared == ["two"]
    assert len(both.search("k", "two")) == 1


def test_words_tell_every_match_and_its_share(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    store.append("k", said("kiwi", "the kiwi and the mango", "the rest", "quartz"))
    words = WordIndex()
    for query in ("what of the kiwi", "the", "mango kiwi", "zebra"):
        matches = words.matches(raw, 1, words.prepare_query(query))
        hits = words.search(raw, 1, words.prepare_query(query), limit=100)
        assert all(0 < share < 1 for share in matches.shares.values())
        found = {row: max(round(share, 6), 1e-6) for row, share in matches.shares.items()}
        others = dict.fromkeys(matches.others(), 1e-6)
        assert {hit.seq: hit.score for hit in hits} == {**others, **found}
