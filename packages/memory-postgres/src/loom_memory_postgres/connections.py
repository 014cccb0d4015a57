"""The connections of one store: at most ``pool_size``, kept open between verbs."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread, current_thread
from time import monotonic
from typing import Final

import psycopg
from loom_memory_core import BackendUnavailableError, OpenGuard
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from loom_memory_postgres import carried_sql
from loom_memory_postgres.attempt import Attempt
from loom_memory_postgres.database import Database, conninfo, refuse_encoding
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.translation import (
    STANDBY,
    Outcome,
    is_lost,
    lost_error,
    statement_error,
)

_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITING: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Not READ WRITE: where a server is set to only read, the first write shall say so."""


_WORKERS: Final = 3
"""The most threads that connect at the same moment."""


class Connections:
    """Lends connections of a pool, and makes each verb one transaction.

    The pool's threads begin here and end with ``close``.

    Args:
        options: How they are opened.
        guard: Refuses after ``close`` and in a forked child.

    Raises:
        InvalidOptionsError: A parameter is not libpq's.
    """

    def __init__(self, options: PostgresOptions, guard: OpenGuard) -> None:
        self._options = options
        self._guard = guard
        self._lost_at = 0.0
        where = conninfo(options)
        hosts = str(conninfo_to_dict(where).get("host", "")).split(",")
        # A second more than the server has, so that its silence is told from a pool in use.
        self._patience = len(hosts) * options.connect_timeout_seconds + 1
        self._pool = ConnectionPool(
            where,
            connection_class=Attempt,
            kwargs={"autocommit": True, "prepare_threshold": 5 if options.prepare else None},
            min_size=0,
            max_size=options.pool_size,
            num_workers=min(options.pool_size, _WORKERS),
            open=True,
        )

    @contextmanager
    def reading(self, *, indexed: bool = False) -> Iterator[Database]:
        """A connection that sees one state of the database until the block ends.

        Args:
            indexed: Whether indexes are read, which a reindex must not put aside meanwhile.
        """
        with self._borrowed() as db:
            try:
                db.connection.notice_hang_up()
                with db.connection.pipeline():
                    self._begin(db, _READING)
                    if indexed:
                        db.execute(carried_sql.KEEP_INDEXES)
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
                db.connection.notice_hang_up()
                with db.connection.pipeline():
                    self._begin(db, _WRITING, limited=limited)
                    yield db
                    committing = True
                    db.execute("COMMIT")
            except psycopg.Error as error:
                raise self._failed(db, error, writing=True, committing=committing) from error

    def close(self) -> None:
        """Close what is idle now, and what is in use when its verb ends."""
        if current_thread().name.startswith(f"{self._pool.name}-"):
            # A collection of garbage ran in a thread of the pool, which cannot wait for itself.
            Thread(target=self._pool.close).start()
        else:
            self._pool.close()

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
        self._lost_at = monotonic()  # what is idle was cut off by the same fault, most likely
        unknown = committing and error.sqlstate != STANDBY
        outcome: Outcome = "unknown" if unknown else "not written"
        return lost_error(error, self._options, outcome=outcome)

    @contextmanager
    def _borrowed(self) -> Iterator[Database]:
        self._guard.check()
        connection = self._taken()
        try:
            refuse_encoding(connection, self._options)
            yield Database(connection, self._options.schema_name)
        finally:
            _roll_back(connection)
            self._pool.putconn(connection)

    def _taken(self) -> Attempt:
        """A connection that was made after the last one was lost.

        A refusal from before this call says nothing of the server as it is now.
        """
        asked = monotonic()
        while True:
            connection = self._given(asked + self._patience - monotonic())
            refusal = connection.refusal
            if refusal is None and connection.began > self._lost_at:
                return connection
            connection.close()
            self._pool.putconn(connection)
            if refusal is not None and connection.began >= asked:
                raise lost_error(refusal, self._options, outcome="not written") from refusal

    def _given(self, seconds: float) -> Attempt:
        try:
            return self._pool.getconn(seconds)
        except PoolTimeout:
            raise self._none_given() from None
        except PoolClosed:
            self._guard.check()
            raise

    def _none_given(self) -> BackendUnavailableError:
        stats = self._pool.get_stats()
        used = stats["pool_size"] - stats["pool_available"]
        return BackendUnavailableError(
            f"{self._options.url} gave no connection for {self._patience} seconds: "
            f"{used} of {self._options.pool_size} were in use or being opened",
            hint="raise pool_size, or call from fewer threads; see whether the server answers",
        )


def _roll_back(connection: Attempt) -> None:
    """End an unfinished transaction; the pool lets go of a connection where that fails.

    The driver's own way, for it takes statements as prepared that an error kept from being so,
    and forgets them then.
    """
    if connection.info.transaction_status not in {
        TransactionStatus.IDLE,
        TransactionStatus.UNKNOWN,
    }:
        with suppress(psycopg.Error):
            connection.rollback()
