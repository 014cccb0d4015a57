"""The edge where errors of the driver become Loom's; nothing past it knows ``sqlite3.Error``."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from loom_memory_core import (
    BackendUnavailableError,
    InvalidOptionsError,
    LoomError,
    StoreWriteError,
)

_PRIMARY: Final = 0xFF
"""The low byte of an extended result code is the primary one (sqlite.org/rescode.html)."""

_FLUSH_FAILURES: Final = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}

WAITING: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
"""What another process's lock gives: trying again is right."""

BROKEN_TABLE: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR}
"""What a statement gives whose table is damaged, is gone, or lacks a table of its own."""

_BROKEN_TABLE_TEXTS: Final = (
    "no such table: loom_",
    "no such table: main.loom_",
    "no such fts5 table: main.loom_",
    "vtable constructor failed: loom_",
)


def primary_code(error: sqlite3.Error) -> int:
    """The primary result code of ``error``; 0 where the driver itself refused."""
    return int(getattr(error, "sqlite_errorcode", 0)) & _PRIMARY


def lacks_table(error: sqlite3.Error) -> bool:
    """Whether one of Loom's tables is gone, or one that it is made of."""
    return primary_code(error) in BROKEN_TABLE and str(error).startswith(_BROKEN_TABLE_TEXTS)


@contextmanager
def reading(shown: str) -> Iterator[None]:
    """Translate what can fail while the file ``shown`` is opened or read."""
    try:
        yield
    except sqlite3.Error as error:
        raise read_error(error, shown) from error


@contextmanager
def writing(shown: str) -> Iterator[None]:
    """Translate what can fail while the file ``shown`` is written."""
    try:
        yield
    except sqlite3.Error as error:
        raise write_error(error, shown) from error


def read_error(error: sqlite3.Error, shown: str) -> LoomError:
    """The error for a file that could not be opened or read."""
    code = primary_code(error)
    if code == sqlite3.SQLITE_NOTADB:
        return InvalidOptionsError(
            f"{shown} is not an SQLite database", hint="name another file, or move this one away"
        )
    if code == sqlite3.SQLITE_CORRUPT or lacks_table(error):
        return _damaged(error, shown)
    if code in WAITING:
        return BackendUnavailableError(
            f"{shown} stayed locked by another program: {error}",
            hint="retry, or raise busy_timeout_seconds",
        )
    return BackendUnavailableError(
        f"{shown} could not be read: {error}",
        hint="check that the file, its folder and its -wal and -shm files can be opened",
    )


def write_error(error: sqlite3.Error, shown: str) -> LoomError:
    """The error for a transaction that was rolled back."""
    code = primary_code(error)
    if code == sqlite3.SQLITE_CORRUPT or lacks_table(error):
        return _damaged(error, shown)
    if getattr(error, "sqlite_errorcode", 0) in _FLUSH_FAILURES:
        return BackendUnavailableError(
            f"{shown} could not be flushed to the disk: {error}",
            hint="check the disk, then read the list to see whether the write is there",
            outcome="unknown",
        )
    hints = {
        sqlite3.SQLITE_ERROR: "see whether an index is damaged: `loom memory info --check`; "
        "`loom memory repair` mends it",
        sqlite3.SQLITE_FULL: "free some space, then try again",
        sqlite3.SQLITE_IOERR: "check the disk's free space, quota and health, then try again",
        sqlite3.SQLITE_READONLY: "make the file and its folder writable for this user",
        sqlite3.SQLITE_CANTOPEN: "make the file and its folder writable for this user",
    }
    return StoreWriteError(
        f"nothing was written to {shown}: {error}",
        hint=hints.get(code, "see the cause; the store is as it was before the call"),
    )


def lock_timeout(shown: str, seconds: float) -> StoreWriteError:
    """The error for a writer that waited too long for the others."""
    return StoreWriteError(
        f"nothing was written to {shown}: another writer held it for {seconds:g} seconds",
        hint="retry; shorten long writes elsewhere, or raise busy_timeout_seconds",
    )


def _damaged(error: sqlite3.Error, shown: str) -> BackendUnavailableError:
    return BackendUnavailableError(
        f"{shown} is damaged: {error}",
        hint="`loom memory info --check` tells where; `loom memory repair` mends an index, "
        "a backup the rest, and `loom memory dump --skip-corrupt` saves what can be read",
    )
