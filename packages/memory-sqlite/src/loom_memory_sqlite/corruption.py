"""Rows that hold no entry, or that no verb can reach: what a repair sets aside."""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from loom_memory_core import InvalidEntryError, InvalidKeyError, Problem, check_key

from loom_memory_sqlite import sql
from loom_memory_sqlite.entry_rows import rows_of, strictly_parsed
from loom_memory_sqlite.index import StoredRow


class CorruptRow(NamedTuple):
    """A row that is no entry of a list."""

    key_id: int
    key: str
    """Empty where it is not known."""

    position: int
    row: StoredRow
    reason: str
    kind: str = "corrupt-entry"

    def problem(self) -> Problem:
        """The same for everybody."""
        if not self.key:
            return Problem(self.kind, self.reason)
        return Problem(self.kind, self.reason, self.key, self.position)


def corrupt_rows(db: sqlite3.Connection) -> Iterator[CorruptRow]:
    """The rows that are no entries of a list, by key."""
    for key_id, key, kind in db.execute(sql.KEYS).fetchall():
        shown, fault = shown_key(key), _key_fault(key, kind)
        for position, row in enumerate(rows_of(db, key_id)):
            if fault is not None:
                yield CorruptRow(key_id, shown, position, row, fault, "corrupt-key")
            elif (reason := _entry_fault(row.text)) is not None:
                yield CorruptRow(key_id, shown, position, row, reason)
    yield from _orphans(db)


def shown_key(key: bytes) -> str:
    """A stored key as text, whatever its bytes are."""
    return key.decode(errors="backslashreplace")


def _entry_fault(text: bytes) -> str | None:
    try:
        strictly_parsed(text)
    except InvalidEntryError as error:
        return error.message
    return None


def _key_fault(key: bytes, kind: str) -> str | None:
    """Why no verb can name the key, if so."""
    if kind != "text":
        return f"its key is stored as {kind}, not as text"
    try:
        check_key(key.decode())
    except UnicodeDecodeError:
        return "its key is not UTF-8"
    except InvalidKeyError as error:
        return f"its key cannot name a list: {error.message}"
    return None


def _orphans(db: sqlite3.Connection) -> Iterator[CorruptRow]:
    """The rows whose key is gone."""
    found = db.execute(sql.ORPHANS).fetchall()
    for key_id, group in groupby(found, key=itemgetter(0)):
        reason = f"it belongs to key number {key_id}, which is gone"
        for position, (_, *row) in enumerate(group):
            yield CorruptRow(key_id, "", position, StoredRow(*row), reason, "orphaned-entry")
