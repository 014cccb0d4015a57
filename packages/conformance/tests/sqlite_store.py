"""An honest store of every verb on the standard library's sqlite3: plain, and slow."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

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
    index_terms,
    searchable_text,
    tokenize,
)

SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, id TEXT NOT NULL, json BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS entries_key ON entries (key, id);
CREATE TABLE IF NOT EXISTS terms (seq INTEGER NOT NULL, key TEXT NOT NULL, term TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS terms_key ON terms (key, term);
CREATE INDEX IF NOT EXISTS terms_seq ON terms (seq);
"""


class SqliteStore:
    """One connection, one lock, one transaction for each verb."""

    def __init__(self, path: Path) -> None:
        self._guard = OpenGuard("SqliteStore")
        self._lock = RLock()
        self._db = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
        with self._transaction():
            for statement in SCHEMA.split(";"):
                self._db.execute(statement)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._guard.check()
        key, rows = check_key(key), _rows(check_entries(entries))
        with self._transaction():
            self._add(key, rows)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit)
        with self._transaction():
            texts = [text for _, _, text in self._stored(key)]
        return _entries(texts if limit is None else texts[max(0, len(texts) - limit) :])

    def clear(self, key: str) -> None:
        self._guard.check()
        key = check_key(key)
        with self._transaction():
            self._drop(self._stored(key))

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        self._guard.check()
        key, rows, expected = (
            check_key(key),
            _rows(check_entries(entries)),
            check_expected(expected),
        )
        with self._transaction():
            stored = self._stored(key)
            if expected is not None and expected != [name for _, name, _ in stored]:
                raise ConflictError("the list is another", hint="read it again")
            self._drop(stored)
            self._add(key, rows)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit, required=True)
        wanted = set(tokenize(check_query(query)))
        with self._transaction():
            found = self._db.execute("SELECT seq, term FROM terms WHERE key = ?", (key,))
            shared = Counter(seq for seq, term in found if term in wanted)
            best = sorted(shared, key=lambda seq: (shared[seq], seq), reverse=True)[:limit]
            texts = {seq: text for seq, _, text in self._stored(key)}
        entries = _entries([texts[seq] for seq in best])
        scores = [round(shared[seq] / len(wanted), 6) for seq in best]
        return [SearchHit(entry, score) for entry, score in zip(entries, scores, strict=True)]

    def remove(self, key: str, ids: Collection[str]) -> int:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._transaction():
            gone = [row for row in self._stored(key) if row[1] in ids]
            self._drop(gone)
        return len(gone)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._transaction():
            return _entries([text for _, name, text in self._stored(key) if name in ids])

    def keys(self, prefix: str = "") -> Iterator[str]:
        self._guard.check()
        start = check_prefix(prefix)
        with self._transaction():
            names = [name for (name,) in self._db.execute("SELECT DISTINCT key FROM entries")]
        return iter(sorted(name for name in names if start is not None and name.startswith(start)))

    def inspect(self, *, check: bool = False) -> StoreInfo:
        self._guard.check()
        check_flag(check, name="check")
        with self._transaction():
            counts = self._db.execute(
                "SELECT count(DISTINCT key), count(*), coalesce(sum(length(json)), 0) FROM entries"
            )
            keys, entries, size = counts.fetchone()
        return StoreInfo(keys=keys, entries=entries, bytes=size)

    def close(self) -> None:
        if self._guard.close():
            self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _stored(self, key: str) -> list[tuple[int, str, bytes]]:
        return self._db.execute(
            "SELECT seq, id, json FROM entries WHERE key = ? ORDER BY seq", (key,)
        ).fetchall()

    def _add(self, key: str, rows: list[tuple[str, bytes, set[str]]]) -> None:
        for name, text, terms in rows:
            seq = self._db.execute(
                "INSERT INTO entries (key, id, json) VALUES (?, ?, ?)", (key, name, text)
            ).lastrowid
            self._db.executemany(
                "INSERT INTO terms VALUES (?, ?, ?)", [(seq, key, term) for term in terms]
            )

    def _drop(self, rows: list[tuple[int, str, bytes]]) -> None:
        for table in ("entries", "terms"):
            self._db.executemany(
                f"DELETE FROM {table} WHERE seq = ?", [(seq,) for seq, _, _ in rows]
            )


def _rows(entries: Sequence[MemoryEntry]) -> list[tuple[str, bytes, set[str]]]:
    return [
        (entry.id, entry.to_json().encode(), set(index_terms(searchable_text(entry))))
        for entry in entries
    ]


def _entries(texts: list[bytes]) -> list[MemoryEntry]:
    return [MemoryEntry.from_stored(text) for text in texts]
