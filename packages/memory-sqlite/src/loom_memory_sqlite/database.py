"""One connection to the file: where it may be, and how it is set up."""

import os
import random
import sqlite3
import time
from collections.abc import Callable
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeVar

from loom_memory_core import BackendUnavailableError, InvalidOptionsError

from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.translation import WAITING, primary_code

WAL_LIMIT_BYTES: Final = 16 * 1024 * 1024
"""To what size the write-ahead log is cut when it starts again."""

T = TypeVar("T")


class Opened(NamedTuple):
    """A file and a connection to it."""

    db: sqlite3.Connection
    path: Path
    """Absolute, so that the store stays with its file when the working folder changes."""


def first_connection(path: Path, options: SqliteOptions) -> Opened:
    """Open the file, which is made if there can be one and it may be made.

    Raises:
        InvalidOptionsError: It is a folder, or stands in none.
        BackendUnavailableError: It is missing, and to be opened for reading.
    """
    refuse_long_name(path)
    absolute = path.absolute()
    # Asked first: a file that SQLite does not find, it tries to open for reading alone, and
    # that is what it gets where another process makes the file in the meantime.
    if os.path.exists(absolute):  # noqa: PTH110 - Path.exists raises where a folder is closed
        try:
            return Opened(connect(absolute, options), absolute)
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_CANTOPEN:
                raise
    _refuse_place(path, options)
    return Opened(connect(absolute, options, create=True), absolute)


def refuse_long_name(path: Path) -> None:
    """Refuse a path that the file system cannot have.

    Raises:
        InvalidOptionsError: It, or one of its parts, is too long.
    """
    try:
        path.stat()
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            raise InvalidOptionsError(
                f"{path} cannot be a file: the name is too long", hint="shorten the name in the URL"
            ) from error


def _refuse_place(path: Path, options: SqliteOptions) -> None:
    if path.is_dir():
        raise InvalidOptionsError(
            f"{path} is a folder, not a file", hint=f"name a file in it: {path}/memory.db"
        )
    if not path.parent.is_dir():
        raise InvalidOptionsError(
            f"{path} stands in a folder that does not exist",
            hint=f"make it first: mkdir -p {path.parent}",
        )
    if options.read_only and not path.exists():
        raise BackendUnavailableError(
            f"{path} does not exist",
            hint="append something first, or check the path; a reader (read_only) makes no file",
        )


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
    try:
        db.execute(f"PRAGMA synchronous = {options.synchronous}")
        db.execute(f"PRAGMA journal_size_limit = {WAL_LIMIT_BYTES}")
    except BaseException:
        db.close()
        raise
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


def set_busy_timeout(db: sqlite3.Connection, seconds: float) -> None:
    """How long SQLite itself waits for a lock before it gives up."""
    db.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")


def retrying(step: Callable[[], T], *, seconds: float, pause_seconds: float = 0.005) -> T:
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
        time.sleep(pause_seconds * (0.2 + random.random()))  # noqa: S311 - spreads the tries
