"""The list: the verbs, each one transaction, with the indexes told inside it."""

import weakref
from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar

from loom_memory_core import (
    MemoryEntry,
    OpenGuard,
    SearchHit,
    StoreInfo,
    check_entries,
    check_expected,
    check_flag,
    check_ids,
    check_key,
    check_limit,
    check_prefix,
    check_query,
)

from loom_memory_postgres import sql
from loom_memory_postgres.carried import AnyIndex, CarriedCheck
from loom_memory_postgres.connections import Connections
from loom_memory_postgres.entry_rows import (
    drop_rows,
    finding_by_seq,
    finding_rows,
    held,
    holding,
    parsed,
    parsed_or_none,
    reading_rows,
    rows_of,
    stored_rows,
)
from loom_memory_postgres.index import Searcher, StoredRow
from loom_memory_postgres.inspection import inspected
from loom_memory_postgres.key_range import finding_keys
from loom_memory_postgres.opening import prepare_tables
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.words import WordIndex
from loom_memory_postgres.writer import Writer


class PostgresMemoryStore:
    """Ordered lists of entries in a PostgreSQL database, and a search for words.

    Safe to share between threads, and the database between machines; a store that is no
    longer referenced frees its connections.

    Args:
        options: Which database, and how it is used.
        indexes: Told of every row that comes or goes; the words alone, unless given.
        searcher: Answers ``search``; the first of ``indexes``, unless given.
    """

    scores: ClassVar = "absolute"

    def __init__(
        self,
        options: PostgresOptions,
        *,
        indexes: Sequence[AnyIndex] | None = None,
        searcher: Searcher[Any] | None = None,
    ) -> None:
        self._indexes = (WordIndex(options.language),) if indexes is None else tuple(indexes)
        self._searcher = searcher or self._indexes[0]
        self._carried = CarriedCheck(self._indexes, options.url)
        self._guard = OpenGuard(f"the store {options.url}")
        self._connections = Connections(options, self._guard)
        self._writer = Writer(self._connections, self._indexes, self._carried)
        weakref.finalize(self, _free, self._guard, self._connections)
        try:
            prepare_tables(self._connections, options, self._indexes)
        except BaseException:
            self.close()
            raise

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._guard.check()
        key, entries = check_key(key), check_entries(entries)
        if not entries:
            return
        self._writer.append(key, entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit)
        with self._connections.reading() as db:
            found = reading_rows(db, key, limit)
        try:
            return [MemoryEntry.from_stored(row[0]) for row in found]
        except ValueError:
            return self._read_carefully(key, limit)

    def clear(self, key: str) -> None:
        self._guard.check()
        key = check_key(key)
        with self._connections.writing() as db:
            if held(db, key) is not None:
                self._carried.before_writing(db)
                self._writer.clear_in(db, key)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        self._guard.check()
        key, entries, expected = check_key(key), check_entries(entries), check_expected(expected)
        self._writer.replace(key, entries, expected)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit, required=True)
        question = self._searcher.prepare_query(check_query(query))
        with self._connections.reading(indexed=True) as db:
            if not limit:
                return []
            self._carried.before_searching(db)
            scored = self._searcher.search(db, key, question, limit=limit)
            unread = [each.seq for each in scored if each.text is None]
            rows = finding_by_seq(db, key, unread) if unread else ()
        stored = {row.seq: row for row in stored_rows(rows)}
        stored |= {
            each.seq: StoredRow(each.seq, 0, each.text) for each in scored if each.text is not None
        }
        found = [each for each in scored if each.seq in stored]
        entries = self._parsed(key, [stored[each.seq] for each in found])
        return [
            SearchHit(entry, each.score, each.similarity)
            for entry, each in zip(entries, found, strict=True)
        ]

    def remove(self, key: str, ids: Collection[str]) -> int:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._connections.writing() as db:
            hold, found = holding(db, key), finding_rows(db, key, ids)
            self._carried.before_writing(db)
            if hold.fetchone() is None:
                return 0
            gone = _with_ids(stored_rows(found), ids)
            if gone:
                for index in self._indexes:
                    index.drop(db, key, gone)
                drop_rows(db, key, gone)
                db.execute(sql.COUNT_DOWN, {"key": key, "count": len(gone)})
                db.execute(sql.DROP_COUNTED_OUT, {"key": key})
        return len(gone)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._connections.reading() as db:
            found = finding_rows(db, key, ids)
        return [entry for entry in self._parsed(key, stored_rows(found)) if entry.id in ids]

    def keys(self, prefix: str = "") -> Iterator[str]:
        self._guard.check()
        start = check_prefix(prefix)
        if start is None:
            return iter(())
        with self._connections.reading() as db:
            found = finding_keys(db, start)
        return iter([row[0] for row in found])

    def inspect(self, *, check: bool = False) -> StoreInfo:
        self._guard.check()
        check_flag(check, name="check")
        with self._connections.reading(indexed=True) as db:
            return inspected(db, self._indexes, check=check)

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        self._guard.check()
        key = check_key(key)
        with self._connections.reading() as db:
            found = reading_rows(db, key, None)
        rows = [parsed_or_none(row[0]) for row in found]
        entries = [entry for entry in rows if entry is not None]
        return entries, len(rows) - len(entries)

    def close(self) -> None:
        _free(self._guard, self._connections)

    def _read_carefully(self, key: str, limit: int | None) -> list[MemoryEntry]:
        """Read again, to say which row is corrupt and where it stands."""
        with self._connections.reading() as db:
            rows = rows_of(db, key)
            newest = rows if limit is None else rows[max(len(rows) - limit, 0) :]
            return parsed(db, key, newest)

    def _parsed(self, key: str, rows: Sequence[StoredRow]) -> list[MemoryEntry]:
        try:
            return [MemoryEntry.from_stored(row.text) for row in rows]
        except ValueError:
            with self._connections.reading() as db:
                return parsed(db, key, rows)


def _free(guard: OpenGuard, connections: Connections) -> None:
    if guard.close():
        connections.close()


def _with_ids(rows: Sequence[StoredRow], ids: Collection[str]) -> list[StoredRow]:
    """Those of ``rows`` whose entry has one of ``ids``; a corrupt row is taken at its hash."""
    entries = [(row, parsed_or_none(row.text)) for row in rows]
    return [row for row, entry in entries if entry is None or entry.id in ids]
