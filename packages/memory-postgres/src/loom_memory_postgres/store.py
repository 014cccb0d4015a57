"""The list: the verbs, each one transaction, with the indexes told inside it."""

import weakref
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from loom_memory_core import (
    ConflictError,
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
from loom_memory_postgres.database import Database, first_number
from loom_memory_postgres.entry_rows import (
    add_rows,
    claiming,
    drop_rows,
    held,
    id_hash,
    parsed,
    parsed_or_none,
    read_rows,
    rows_by_id,
    rows_by_seq,
    rows_of,
)
from loom_memory_postgres.index import Searcher, StoredRow
from loom_memory_postgres.inspection import inspected
from loom_memory_postgres.key_range import keys_with
from loom_memory_postgres.opening import prepare_tables
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.replacement import NewList, change_to
from loom_memory_postgres.words import WordIndex


class PostgresMemoryStore:
    """Ordered lists of entries in a PostgreSQL database, and a search for words.

    Safe to share between threads, and the database between machines; a store that is no
    longer referenced frees its connections.

    Args:
        options: Which database, and how it is used.
        indexes: Told of every row that comes or goes; the words alone, unless given.
        searcher: Answers ``search``; the first of ``indexes``, unless given.
    """

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
        texts = [entry.to_json() for entry in entries]
        prepared = [index.prepare(entries) for index in self._indexes]
        with self._connections.writing() as db:
            claim = claiming(db, key, len(entries))
            self._carried.before_writing(db)  # its answer comes with the claim's
            last = first_number(claim)
            seqs = range(last - len(entries) + 1, last + 1)
            hashes = [id_hash(entry.id) for entry in entries]
            add_rows(db, key, list(zip(seqs, hashes, texts, strict=True)))
            for index, values in zip(self._indexes, prepared, strict=True):
                index.add(db, key, list(zip(seqs, values, strict=True)))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit)
        with self._connections.reading() as db:
            texts = read_rows(db, key, limit)
        try:
            return [MemoryEntry.from_stored(text) for text in texts]
        except ValueError:
            return self._read_carefully(key, limit)

    def clear(self, key: str) -> None:
        self._guard.check()
        key = check_key(key)
        with self._connections.writing() as db:
            if held(db, key) is not None:
                self._carried.before_writing(db)
                self._clear(db, key)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        self._guard.check()
        key, entries, expected = check_key(key), check_entries(entries), check_expected(expected)
        new = NewList(entries)
        with self._connections.reading() as db:
            stored = rows_of(db, key)
        new.prepare(self._indexes, stored)
        if not self._replaced(key, new, expected):
            # Another writer took rows away that were to stay, so everything is prepared now.
            new.prepare(self._indexes, [])
            self._replaced(key, new, expected)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit, required=True)
        question = self._searcher.prepare_query(check_query(query))
        with self._connections.reading() as db:
            if not limit:
                return []
            self._carried.before_searching(db)
            scored = self._searcher.search(db, key, question, limit=limit)
            rows = rows_by_seq(db, key, [each.seq for each in scored]) if scored else {}
            found = [each for each in scored if each.seq in rows]
            entries = parsed(db, key, [rows[each.seq] for each in found])
        return [
            SearchHit(entry, each.score, each.similarity)
            for entry, each in zip(entries, found, strict=True)
        ]

    def remove(self, key: str, ids: Collection[str]) -> int:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._connections.writing() as db:
            last = held(db, key)
            if last is None:
                return 0
            self._carried.before_writing(db)
            gone = _with_ids(rows_by_id(db, key, ids), ids)
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
            entries = parsed(db, key, rows_by_id(db, key, ids))
        return [entry for entry in entries if entry.id in ids]

    def keys(self, prefix: str = "") -> Iterator[str]:
        self._guard.check()
        start = check_prefix(prefix)
        with self._connections.reading() as db:
            return iter(keys_with(db, start))

    def inspect(self, *, check: bool = False) -> StoreInfo:
        self._guard.check()
        check_flag(check, name="check")
        with self._connections.reading() as db:
            return inspected(db, self._indexes, check=check)

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        self._guard.check()
        key = check_key(key)
        with self._connections.reading() as db:
            texts = read_rows(db, key, None)
        entries = [entry for entry in map(parsed_or_none, texts) if entry is not None]
        return entries, len(texts) - len(entries)

    def close(self) -> None:
        _free(self._guard, self._connections)

    def _read_carefully(self, key: str, limit: int | None) -> list[MemoryEntry]:
        """Read again, to say which row is corrupt and where it stands."""
        with self._connections.reading() as db:
            rows = rows_of(db, key)
            newest = rows if limit is None else rows[max(len(rows) - limit, 0) :]
            return parsed(db, key, newest)

    def _clear(self, db: Database, key: str) -> None:
        for index in self._indexes:
            index.clear(db, key)
        db.execute(sql.CLEAR_ENTRIES, {"key": key})
        db.execute(sql.DROP_LIST, {"key": key})

    def _replaced(self, key: str, new: NewList, expected: Sequence[str] | None) -> bool:
        """Whether the list was replaced; not if an entry that comes has not been prepared."""
        with self._connections.writing() as db:
            last = first_number(claiming(db, key, 0)) if new.texts else held(db, key)
            self._carried.before_writing(db)
            stored = [] if last is None else rows_of(db, key)
            if expected is not None:
                _refuse_conflict(key, stored, expected)
            if not new.texts:
                self._clear(db, key)
                return True
            change = change_to(stored, new.texts, fresh=(last or 0) + 1)
            if not new.is_prepared(change):
                db.execute(sql.DROP_COUNTED_OUT, {"key": key})
                return False
            new.write(db, key, indexes=self._indexes, change=change)
            count = {"key": key, "last": change.last_seq, "entries": len(new.texts)}
            db.execute(sql.RECOUNT, count)
        return True


def _free(guard: OpenGuard, connections: Connections) -> None:
    if guard.close():
        connections.close()


def _with_ids(rows: Sequence[StoredRow], ids: Collection[str]) -> list[StoredRow]:
    """Those of ``rows`` whose entry has one of ``ids``; a corrupt row is taken at its hash."""
    entries = [(row, parsed_or_none(row.text)) for row in rows]
    return [row for row, entry in entries if entry is None or entry.id in ids]


def _refuse_conflict(key: str, stored: Sequence[StoredRow], expected: Sequence[str]) -> None:
    if [row.id_hash for row in stored] != [id_hash(each) for each in expected]:
        raise ConflictError(
            f"key {key!r} holds {len(stored)} entries, "
            f"not the {len(expected)} with the expected ids",
            hint="read the list again, make the change again, and replace with the new ids",
        )
