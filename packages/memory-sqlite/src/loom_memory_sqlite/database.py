"""One connection to the file: where it may be, and how it is set up."""

import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeVar

from loom_memory_core.errors import BackendUnavailableError, InvalidOptionsError

from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.translation import WAITING, primary_code

WAL_LIMIT_BYTES: Final = 16 * 1024 * 1024
"""To what size the write-ahead log is cut when it starts again."""

_RETRY_SECONDS: Final = 0.005

T = TypeVar("T")


def place_of(options: SqliteOptions) -> Path:
    """The absolute path of the file, if one can be there.

    Raises:
        InvalidOptionsError: It is a folder, or stands in none.
        BackendUnavailableError: It is missing, and to be opened for reading.
    """
    path = options.path.absolute()
    if path.is_dir():
        raise InvalidOptionsError(
            f"{options.path} is a folder, not a file", hint=f"name a file in it: {options.url}/m.db"
        )
    if not path.parent.is_dir():
        raise InvalidOptionsError(
            f"{options.path} stands in a folder that does not exist",
            hint=f"make it first: mkdir -p {options.path.parent}",
        )
    if options.read_only and not path.exists():
        raise BackendUnavailableError(
            f"{options.path} does not exist, and read_only creates nothing",
            hint="check the path, or open it once without read_only",
        )
    return path


def connect(path: Path, options: SqliteOptions, *, create: bool = False) -> sqlite3.Connection:
    """A connection that any one thread at a time may use; transactions are explicit."""
    mode = "ro" if options.read_only else "rwc" if create else "rw"
    db = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=options.busy_timeout_seconds,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    db.execute(f"PRAGMA synchronous = {options.synchronous}")
    db.execute(f"PRAGMA journal_size_limit = {WAL_LIMIT_BYTES}")
    return db


def use_wal(db: sqlite3.Connection, options: SqliteOptions) -> None:
    """Switch the file to the write-ahead log, once; the file remembers it."""
    if _journal_mode(db, "") == "wal":
        return
    mode = retrying(lambda: _journal_mode(db, "= WAL"), seconds=options.busy_timeout_seconds)
    if mode != "wal":
        raise BackendUnavailableError(
            f"{options.path} cannot have a write-ahead log (its journal mode stays {mode!r})",
            hint="keep the file on a local disk; network file systems lack the shared memory",
        )


def _journal_mode(db: sqlite3.Connection, change: Literal["", "= WAL"]) -> str:
    return str(db.execute(f"PRAGMA journal_mode {change}").fetchone()[0])


def retrying(step: Callable[[], T], *, seconds: float) -> T:
    """What ``step`` gives, tried again while another process holds a lock.

    SQLite's own busy handler is not called where waiting could be a deadlock, and several
    processes that open one new file meet just there.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            return step()
        except sqlite3.OperationalError as error:
            if primary_code(error) not in WAITING or time.monotonic() >= deadline:
                raise
        time.sleep(_RETRY_SECONDS * (1 + random.random()))  # noqa: S311 - spreads the retries
