"""The store: the three verbs that every store has, over one table of SQLite.

The table stands in for Acme, and keeps every promise.
Replace one verb at a time, and run ``pytest`` after each. What a verb does first (``check_key``
and its kin) can stay, and so can the text that is stored (``to_json``, ``from_json``).

Seven more verbs are optional. A store has one exactly if it has a method of that name: callers
look for the method, and take another way where there is none. So write one when you can keep
its promise, name it in ``plugin.py``, and leave it out until then. A method that raises tells
callers that they need no other way, and then fails them.

``replace(key, entries, *, expected=None)``
    Make the list equal to ``entries`` in one step, which a crash cannot halve. With
    ``expected``, the ids that the caller read, raise ``ConflictError`` if they differ now.
``search(key, query, *, limit=10)``
    The entries of this key that share a term with the query, best first, as ``SearchHit``.
    ``searchable_text`` and ``index_terms`` say what to index, ``tokenize`` what is asked.
``remove(key, ids)`` and ``get(key, ids)``
    Drop, or give, every entry that has one of the ids, at a cost that does not grow with
    the list.
``keys(prefix="")``
    The keys that hold an entry, sorted by code point: a snapshot, taken at the call.
``inspect(*, check=False)``
    How much there is, as ``StoreInfo``; with ``check``, every problem that can be found.
``close()``
    Free what is held. Then every verb raises ``StoreClosedError``; ``OpenGuard`` helps.

The protocols in ``loom_memory_core`` state each promise in full.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final

from loom_memory_core import (
    BackendUnavailableError,
    CorruptEntryError,
    InvalidEntryError,
    MemoryEntry,
    StoreWriteError,
    check_entries,
    check_key,
    check_limit,
)

from loom_memory_acme.options import AcmeOptions

TABLE: Final = "CREATE TABLE IF NOT EXISTS entries (seq INTEGER PRIMARY KEY, key TEXT, entry TEXT)"
INDEX: Final = "CREATE INDEX IF NOT EXISTS entries_key ON entries (key, seq)"
ADD: Final = "INSERT INTO entries (key, entry) VALUES (?, ?)"
NEWEST: Final = "SELECT seq, entry FROM entries WHERE key = ? ORDER BY seq DESC LIMIT ?"
COUNT_BEFORE: Final = "SELECT count(*) FROM entries WHERE key = ? AND seq < ?"
DROP: Final = "DELETE FROM entries WHERE key = ?"


class AcmeMemoryStore:
    """Ordered lists of entries, safe between threads and between processes.

    It inherits from nothing: a protocol's body would be a verb that it does not have.

    Args:
        options: Where the store is, and how it is opened.

    Raises:
        StoreWriteError: The store could not be made.
    """

    def __init__(self, options: AcmeOptions) -> None:
        self._options = options
        with self._writing() as db:
            db.execute(TABLE)
            db.execute(INDEX)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all that it wrote is kept, or nothing of it."""
        try:
            with self._connected() as db, db:
                yield db
        except sqlite3.Error as error:
            raise StoreWriteError(
                f"{self._options.path} could not be written: {error}",
                hint="check the path, its permissions and the space that is left",
            ) from error

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._connected() as db:
                yield db
        except sqlite3.Error as error:
            raise BackendUnavailableError(
                f"{self._options.path} could not be read: {error}",
                hint="check the path and its permissions",
            ) from error

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        timeout_seconds = self._options.busy_timeout_seconds
        with closing(sqlite3.connect(self._options.path, timeout=timeout_seconds)) as db:
            db.execute("PRAGMA synchronous = EXTRA")  # a commit survives the loss of power
            yield db

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put all of ``entries`` at the end of the list, in order and in one step."""
        key, entries = check_key(key), check_entries(entries)
        rows = [(key, entry.to_json()) for entry in entries]
        with self._writing() as db:
            db.executemany(ADD, rows)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries in append order, or all of them."""
        key, limit = check_key(key), check_limit(limit)
        with self._reading() as db:
            rows = db.execute(NEWEST, (key, -1 if limit is None else limit)).fetchall()
        return [self._entry(key, seq, text) for seq, text in reversed(rows)]

    def _entry(self, key: str, seq: int, text: str) -> MemoryEntry:
        try:
            return MemoryEntry.from_json(text)
        except InvalidEntryError as error:
            with self._reading() as db:
                (position,) = db.execute(COUNT_BEFORE, (key, seq)).fetchone()
            raise CorruptEntryError(key, position, reason=error.message) from error

    def clear(self, key: str) -> None:
        """Empty the list; that of an unknown key is empty already."""
        key = check_key(key)
        with self._writing() as db:
            db.execute(DROP, (key,))
