"""The connections of one store: one to a thread at a time, kept open between verbs."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

from loom_memory_core import OpenGuard

from loom_memory_sqlite import translation
from loom_memory_sqlite.database import WAL_LIMIT_BYTES, connect, retrying, set_busy_timeout
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.translation import WAITING, lock_timeout, primary_code

_IDLE_CONNECTIONS: Final = 8
"""How many are kept for the next verb; more threads than that open their own each time."""

_WRITES_BETWEEN_LOOKS: Final = 32

_CHECKPOINT_WAIT_SECONDS: Final = 0.25


class Connections:
    """Lends connections, and makes each verb one transaction.

    Args:
        first: The connection that opened the file.
        path: The file.
        options: How further connections are opened.
        guard: Refuses after ``close`` and in a forked child.
    """

    def __init__(
        self, first: sqlite3.Connection, *, path: Path, options: SqliteOptions, guard: OpenGuard
    ) -> None:
        self._idle = [first]
        self._path = path
        self._wal = Path(f"{path}-wal")
        self._options = options
        self._guard = guard
        self._lock = Lock()
        self._turn = Lock()
        self._writes = 0
        self._wal_bytes = 2 * WAL_LIMIT_BYTES
        self._shown = str(path)
        self._open = True

    @contextmanager
    def lent(self) -> Iterator[sqlite3.Connection]:
        """A connection without a transaction, for one statement."""
        with translation.reading(self._shown), self._borrowed() as db:
            yield db

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the file until the block ends."""
        with self.lent() as db:
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection that alone may write; committed when the block ends without an error."""
        self._guard.check()
        # The threads of this process queue here, and not in SQLite, which polls.
        if not self._turn.acquire(timeout=self._options.busy_timeout_seconds):
            raise lock_timeout(self._shown, self._options.busy_timeout_seconds)
        try:
            with translation.writing(self._shown), self._borrowed() as db:
                self._begin(db)
                yield db
                db.execute("COMMIT")
                self._bound_wal(db)
        finally:
            self._turn.release()

    def close(self) -> None:
        """Close what is idle now, and what is in use when its verb ends."""
        with self._lock:
            self._open = False
            idle, self._idle = self._idle, []
        for db in idle:
            _close(db)

    def _begin(self, db: sqlite3.Connection) -> None:
        """Take the write lock, by tries that follow closely on each other.

        SQLite's own handler sleeps longer with each try, up to a tenth of a second, so that
        whoever has waited longest is asked least often.
        """
        seconds = self._options.busy_timeout_seconds
        db.execute("PRAGMA busy_timeout = 0")
        try:
            retrying(lambda: db.execute("BEGIN IMMEDIATE"), seconds=seconds, pause_seconds=0.001)
        except sqlite3.OperationalError as error:
            if primary_code(error) not in WAITING:
                raise
            raise lock_timeout(self._shown, seconds) from error
        finally:
            set_busy_timeout(db, seconds)

    @contextmanager
    def _borrowed(self) -> Iterator[sqlite3.Connection]:
        self._guard.check()
        db = self._take()
        try:
            yield db
        finally:
            self._give(db)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return connect(self._path, self._options)

    def _give(self, db: sqlite3.Connection) -> None:
        """Take ``db`` back; an unfinished transaction is rolled back first."""
        fit = _rolled_back(db)
        with self._lock:
            if fit and self._open and len(self._idle) < _IDLE_CONNECTIONS:
                self._idle.append(db)
                return
        _close(db)

    def _bound_wal(self, db: sqlite3.Connection) -> None:
        """Now and then, empty a log that readers kept from starting again."""
        self._writes += 1
        if self._writes % _WRITES_BETWEEN_LOOKS:
            return
        size = self._wal.stat().st_size if self._wal.exists() else 0
        if size > self._wal_bytes:
            emptied = _emptied_wal(db)
            set_busy_timeout(db, self._options.busy_timeout_seconds)
            self._wal_bytes = 2 * WAL_LIMIT_BYTES if emptied else size + WAL_LIMIT_BYTES


def _emptied_wal(db: sqlite3.Connection) -> bool:
    """Whether the log could be emptied while nobody read it; a failed attempt is no error."""
    set_busy_timeout(db, _CHECKPOINT_WAIT_SECONDS)
    try:
        return not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.Error:
        return False


def _rolled_back(db: sqlite3.Connection) -> bool:
    """Whether ``db`` is free of a transaction, after rolling back an unfinished one."""
    try:
        if db.in_transaction:
            db.execute("ROLLBACK")
    except sqlite3.Error:
        return False
    return True


def _close(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        db.close()
