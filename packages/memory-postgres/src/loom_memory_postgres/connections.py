"""The connections of one store: at most ``pool_size``, kept open between verbs."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import Final

import psycopg
from loom_memory_core import BackendUnavailableError, OpenGuard
from psycopg.pq import TransactionStatus

from loom_memory_postgres.database import Database, connect
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.translation import (
    STANDBY,
    Outcome,
    is_lost,
    lost_error,
    statement_error,
)

_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITING: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"


class Connections:
    """Lends connections, and makes each verb one transaction.

    They are opened by the thread that needs one: a refusal reaches the caller with its cause,
    and no thread runs that nobody started.

    Args:
        options: How they are opened.
        guard: Refuses after ``close`` and in a forked child.
    """

    def __init__(self, options: PostgresOptions, guard: OpenGuard) -> None:
        self._options = options
        self._guard = guard
        self._idle: list[Database] = []
        self._lock = Lock()
        self._free = BoundedSemaphore(options.pool_size)
        self._open = True

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A connection that sees one state of the database until the block ends."""
        with self._borrowed() as db:
            try:
                with db.connection.pipeline():
                    self._begin(db, _READING)
                    yield db
                    db.execute("COMMIT")
            except psycopg.Error as error:
                raise self._failed(db, error, writing=False) from error

    @contextmanager
    def writing(self, *, limited: bool = True) -> Iterator[Database]:
        """A connection that may write; committed when the block ends without an error.

        Args:
            limited: Whether ``statement_timeout_seconds`` holds.
        """
        committing = False
        with self._borrowed() as db:
            try:
                with db.connection.pipeline():
                    self._begin(db, _WRITING, limited=limited)
                    yield db
                    committing = True
                    db.execute("COMMIT")
            except psycopg.Error as error:
                raise self._failed(db, error, writing=True, committing=committing) from error

    def close(self) -> None:
        """Close what is idle now, and what is in use when its verb ends."""
        with self._lock:
            self._open = False
        self._close_idle()

    def _begin(self, db: Database, begin: str, *, limited: bool = True) -> None:
        seconds = self._options.statement_timeout_seconds
        db.execute(begin)
        if not limited:
            db.execute("SET LOCAL statement_timeout = 0")
        elif seconds is not None:
            db.execute(f"SET LOCAL statement_timeout = {max(int(seconds * 1000), 1)}")

    def _failed(
        self, db: Database, error: psycopg.Error, *, writing: bool, committing: bool = False
    ) -> Exception:
        if not is_lost(error, db.connection):
            return statement_error(error, self._options, writing=writing)
        db.connection.close()
        self._close_idle()  # they were cut off by the same fault, most likely
        unknown = committing and error.sqlstate != STANDBY
        outcome: Outcome = "unknown" if unknown else "not written"
        return lost_error(error, self._options, outcome=outcome)

    @contextmanager
    def _borrowed(self) -> Iterator[Database]:
        self._guard.check()
        if not self._free.acquire(timeout=self._options.connect_timeout_seconds):
            raise BackendUnavailableError(
                f"all {self._options.pool_size} connections to {self._options.url} were in use "
                f"for {self._options.connect_timeout_seconds} seconds",
                hint="raise pool_size, or call from fewer threads",
            )
        try:
            db = self._take()
            try:
                yield db
            finally:
                self._give(db)
        finally:
            self._free.release()

    def _take(self) -> Database:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        try:
            return connect(self._options)
        except psycopg.Error as error:
            raise lost_error(error, self._options, outcome="not written") from error

    def _give(self, db: Database) -> None:
        """Take ``db`` back; an unfinished transaction is rolled back first."""
        fit = _rolled_back(db)
        with self._lock:
            if fit and self._open:
                self._idle.append(db)
                return
        db.connection.close()

    def _close_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for db in idle:
            db.connection.close()


def _rolled_back(db: Database) -> bool:
    """Whether ``db`` is free of a transaction, after rolling back an unfinished one."""
    if db.connection.closed or db.connection.broken:
        return False
    if db.connection.info.transaction_status == TransactionStatus.IDLE:
        return True
    try:
        db.execute("ROLLBACK")
    except psycopg.Error:
        return False
    return True
