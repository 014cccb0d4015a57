"""The list: the verbs, each one transaction, with the indexes told inside it."""

import sqlite3
import weakref
from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar

from loom_memory_core import (
    ConflictError,
    MemoryEntry,
    OpenGuard,
    ReadOnlyStoreError,
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

from loom_memory_sqlite import sql
from loom_memory_sqlite.carried import AnyIndex, CarriedCheck, identify
from loom_memory_sqlite.connections import Connections
from loom_memory_sqlite.entry_rows import (
    add_rows,
    drop_rows,
    id_hash,
    key_id_of,
    made_key_id,
    next_seq,
    parsed,
    parsed_or_none,
    read_rows,
    rows_by_id,
    rows_by_seq,
    rows_of,
    strictly_parsed_or_none,
)
from loom_memory_sqlite.fts import WordIndex
from loom_memory_sqlite.index import Searcher, StoredRow
from loom_memory_sqlite.inspection import inspected
from loom_memory_sqlite.key_range import keys_with
from loom_memory_sqlite.opening import open_file
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.preparation import Preparation
from loom_memory_sqlite.replacement import NewList


class SqliteListStore:
    """Ordered lists of entries in one file: every verb but ``search``.

    What an interpreter whose SQLite lacks FTS5 gets. Safe to share between threads, and the
    file between processes; a store that is no longer referenced frees its connections.

    Args:
        options: Where the file is, and how it is opened.
        indexes: Told of every row that comes or goes.
    """

    def __init__(self, options: SqliteOptions, *, indexes: Sequence[AnyIndex] = ()) -> None:
        self._options = options
        self._indexes = tuple(indexes)
        self._carried = CarriedCheck(self._indexes, options.url)
        first, path = open_file(options, self._indexes)
        self._guard = OpenGuard(f"the store {path}")
        self._connections = Connections(first, path=path, options=options, guard=self._guard)
        self._preparation = Preparation(
            self._indexes, carried=self._carried, connections=self._connections
        )
        weakref.finalize(self, _free, self._guard, self._connections)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._guard.check()
        key, entries = check_key(key), check_entries(entries)
        self._check_writable("append")
        if not entries:
            return
        texts = [entry.to_json() for entry in entries]
        prepared = self._preparation(entries)
        with self._connections.writing() as db:
            self._carried.before_writing(db)
            key_id = made_key_id(db, key)
            seqs = range(first := next_seq(db), first + len(entries))
            hashes = (id_hash(key, entry.id) for entry in entries)
            add_rows(db, key_id, zip(seqs, hashes, texts, strict=True))
            for index, values in zip(self._indexes, prepared, strict=True):
                index.add(db, key_id, list(zip(seqs, values, strict=True)))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit)
        with self._connections.lent() as db:
            texts = read_rows(db, key, limit)
        try:
            return [MemoryEntry.from_stored(text) for text in texts]
        except ValueError:
            return self._read_carefully(key, limit)

    def clear(self, key: str) -> None:
        self._guard.check()
        key = check_key(key)
        self._check_writable("clear")
        identify(self._indexes)
        with self._connections.writing() as db:
            self._carried.before_writing(db)
            self._clear(db, key_id_of(db, key))

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        self._guard.check()
        key, entries, expected = check_key(key), check_entries(entries), check_expected(expected)
        self._check_writable("replace")
        new = NewList(key, entries)
        with self._connections.lent() as db:
            stored = read_rows(db, key, None)
        new.prepare(self._preparation, stored)
        if not self._replaced(key, new, expected):
            # Another writer took rows away that were to stay, so everything is prepared now.
            new.prepare(self._preparation, [])
            self._replaced(key, new, expected)

    def remove(self, key: str, ids: Collection[str]) -> int:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        self._check_writable("remove")
        identify(self._indexes)
        with self._connections.writing() as db:
            self._carried.before_writing(db)
            key_id = key_id_of(db, key)
            if key_id is None:
                return 0
            gone = _with_ids(rows_by_id(db, key, key_id=key_id, ids=ids), ids)
            for index in self._indexes:
                index.drop(db, key_id, gone)
            drop_rows(db, gone)
            db.execute(sql.DROP_KEY_IF_EMPTY, {"key_id": key_id})
        return len(gone)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._connections.reading() as db:
            key_id = key_id_of(db, key)
            if key_id is None:
                return []
            rows = rows_by_id(db, key, key_id=key_id, ids=ids)
            return [entry for entry in parsed(db, key, key_id=key_id, rows=rows) if entry.id in ids]

    def keys(self, prefix: str = "") -> Iterator[str]:
        self._guard.check()
        start = check_prefix(prefix)
        with self._connections.lent() as db:
            return iter(keys_with(db, start))

    def inspect(self, *, check: bool = False) -> StoreInfo:
        self._guard.check()
        check = check_flag(check, name="check")
        # FTS5 checks itself by a statement that writes, so a check is a writing transaction.
        alone = check and not self._options.read_only
        with self._connections.writing() if alone else self._connections.reading() as db:
            return inspected(db, self._indexes, check=check)

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        self._guard.check()
        key = check_key(key)
        with self._connections.lent() as db:
            texts = read_rows(db, key, None)
        entries = [each for each in map(strictly_parsed_or_none, texts) if each is not None]
        return entries, len(texts) - len(entries)

    def close(self) -> None:
        _free(self._guard, self._connections)

    def _check_writable(self, verb: str) -> None:
        if self._options.read_only:
            raise ReadOnlyStoreError(
                f"{verb} was called on {self._options.url}, which is open for reading",
                hint="open it without read_only",
            )

    def _read_carefully(self, key: str, limit: int | None) -> list[MemoryEntry]:
        """Read again, to say which row is corrupt and where it stands."""
        with self._connections.reading() as db:
            key_id = key_id_of(db, key)
            if key_id is None:
                return []
            rows = rows_of(db, key_id)
            newest = rows if limit is None else rows[max(len(rows) - limit, 0) :]
            return parsed(db, key, key_id=key_id, rows=newest)

    def _clear(self, db: sqlite3.Connection, key_id: int | None) -> None:
        if key_id is None:
            return
        for index in self._indexes:
            index.clear(db, key_id)
        db.execute(sql.DROP_ENTRIES, {"key_id": key_id})
        db.execute(sql.DROP_KEY, {"key_id": key_id})

    def _replaced(self, key: str, new: NewList, expected: Sequence[str] | None) -> bool:
        """Whether the list was replaced; not if an entry that comes has not been prepared."""
        with self._connections.writing() as db:
            self._carried.before_writing(db)
            stored = rows_of(db, key_id_of(db, key))
            if expected is not None:
                _refuse_conflict(key, stored, expected)
            if not new:
                self._clear(db, key_id_of(db, key))
                return True
            change = new.replacement(stored, next_seq(db))
            if change is None:
                return False
            new.write(db, made_key_id(db, key), indexes=self._indexes, change=change)
        return True


class SqliteMemoryStore(SqliteListStore):
    """Ordered lists of entries in one file, and a search for words.

    Args:
        options: Where the file is, and how it is opened.
        indexes: Told of every row that comes or goes; the words alone, unless given.
        searcher: Answers ``search``; the first of ``indexes``, unless given.

    Examples:
        >>> from tempfile import mkdtemp
        >>> from loom_memory_core import StoreUrl
        >>> url = StoreUrl.parse(f"sqlite:///{mkdtemp()}/memory.db")
        >>> store = SqliteMemoryStore(SqliteOptions(url=url))
        >>> store.append("team/db", [MemoryEntry(content="Fail over db-7 with pg_ctl promote")])
        >>> [hit.entry.content for hit in store.search("team/db", "failing over")]
        ['Fail over db-7 with pg_ctl promote']
        >>> store.close()
    """

    scores: ClassVar = "absolute"

    def __init__(
        self,
        options: SqliteOptions,
        *,
        indexes: Sequence[AnyIndex] | None = None,
        searcher: Searcher[Any] | None = None,
    ) -> None:
        chosen = [WordIndex(options.language)] if indexes is None else indexes
        super().__init__(options, indexes=chosen)
        self._searcher = searcher or chosen[0]

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit, required=True)
        question = self._searcher.prepare_query(check_query(query))
        identify(self._indexes)
        with self._connections.reading() as db:
            key_id = key_id_of(db, key)
            if key_id is None or not limit:
                return []
            self._carried.before_searching(db)
            scored = self._searcher.search(db, key_id, question, limit=limit)
            if not scored:
                return []
            rows = rows_by_seq(db, key_id, [each.seq for each in scored])
            found = [each for each in scored if each.seq in rows]
            entries = parsed(db, key, key_id=key_id, rows=[rows[each.seq] for each in found])
        return [
            SearchHit(entry, each.score, each.similarity)
            for entry, each in zip(entries, found, strict=True)
        ]


def _free(guard: OpenGuard, connections: Connections) -> None:
    if guard.close():
        connections.close()


def _with_ids(rows: Sequence[StoredRow], ids: Collection[str]) -> list[StoredRow]:
    """Those of ``rows`` whose entry has one of ``ids``; a corrupt row is taken at its hash."""
    entries = [(row, parsed_or_none(row.text)) for row in rows]
    return [row for row, entry in entries if entry is None or entry.id in ids]


def _refuse_conflict(key: str, stored: Sequence[StoredRow], expected: Sequence[str]) -> None:
    if [row.id_hash for row in stored] != [id_hash(key, each) for each in expected]:
        raise ConflictError(
            f"key {key!r} holds {len(stored)} entries, "
            f"not the {len(expected)} with the expected ids",
            hint="read the list again, make the change again, and replace with the new ids",
        )
