"""The rows of the lists, inside a transaction that somebody else began."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Final

from loom_memory_core import CorruptEntryError, InvalidEntryError, MemoryEntry

from loom_memory_sqlite import sql
from loom_memory_sqlite.index import StoredRow

_ROWS_AT_A_TIME: Final = 1_000


def id_hash(key: str, entry_id: str) -> int:
    """What a row is found by: 64 bits of its key and its entry's id.

    A third of the id's size, in the row and in the index. Two ids may share it, so whoever
    looks a row up compares the id inside the entry.
    """
    named = f"{key}\0{entry_id}".encode(errors="surrogatepass")
    digest = blake2b(named, digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def key_id_of(db: sqlite3.Connection, key: str) -> int | None:
    """The number of ``key``, if it holds an entry. Numbers are never used twice."""
    row = db.execute(sql.KEY_ID, {"key": key}).fetchone()
    return None if row is None else int(row[0])


def made_key_id(db: sqlite3.Connection, key: str) -> int:
    """The number of ``key``, which gets one if it has none."""
    known = key_id_of(db, key)
    if known is not None:
        return known
    made = db.execute(sql.ADD_KEY, {"key": key}).lastrowid
    return int(made or 0)


def next_seq(db: sqlite3.Connection) -> int:
    """The first insertion key that no row has had."""
    row = db.execute(sql.LAST_SEQ).fetchone()
    return 1 if row is None else int(row[0]) + 1


def add_rows(db: sqlite3.Connection, key_id: int, rows: Iterable[tuple[int, int, str]]) -> None:
    """Insert rows: ``seq``, ``id_hash`` and text."""
    values = ((seq, key_id, hashed, text) for seq, hashed, text in rows)
    db.executemany(sql.ADD_ENTRY, values)


def drop_rows(db: sqlite3.Connection, rows: Iterable[StoredRow]) -> None:
    """Delete rows."""
    db.executemany(sql.DROP_ENTRY, ((row.seq,) for row in rows))


def read_rows(db: sqlite3.Connection, key: str, limit: int | None) -> list[bytes]:
    """The texts of the newest ``limit`` rows in append order; of all, if ``None``."""
    if limit is None:
        return [row[0] for row in db.execute(sql.READ_ALL, {"key": key})]
    newest = db.execute(sql.READ_NEWEST, {"key": key, "limit": limit}).fetchall()
    return [row[0] for row in reversed(newest)]


def rows_of(db: sqlite3.Connection, key_id: int | None) -> list[StoredRow]:
    """Every row of the key, in append order."""
    if key_id is None:
        return []
    return list(map(StoredRow._make, db.execute(sql.ROWS, {"key_id": key_id})))


def rows_after(db: sqlite3.Connection, seq: int, *, limit: int) -> list[tuple[int, StoredRow]]:
    """The next ``limit`` rows of the file behind ``seq``, each with the number of its key."""
    found = db.execute(sql.ROWS_AFTER, {"seq": seq, "limit": limit})
    return [(key_id, StoredRow(*row)) for *row, key_id in found]


def every_row(db: sqlite3.Connection) -> Iterator[tuple[int, StoredRow]]:
    """Every row of the file by ``seq``, with the number of its key; corrupt ones too.

    For an index that checks itself: it holds few rows in memory at a time.
    """
    last = 0
    while found := rows_after(db, last, limit=_ROWS_AT_A_TIME):
        yield from found
        last = found[-1][1].seq


def count_entries(db: sqlite3.Connection) -> int:
    """How many rows the file holds, corrupt ones included."""
    return int(db.execute(sql.COUNT_ENTRIES).fetchone()[0])


def rows_by_id(
    db: sqlite3.Connection, key: str, *, key_id: int, ids: Iterable[str]
) -> list[StoredRow]:
    """The rows of the key whose hash belongs to one of ``ids``, in append order."""
    hashes = json.dumps([id_hash(key, each) for each in ids])
    found = db.execute(sql.ROWS_BY_ID, {"hashes": hashes, "key_id": key_id})
    return sorted(StoredRow(*row) for row in found)


def rows_by_seq(db: sqlite3.Connection, key_id: int, seqs: Sequence[int]) -> dict[int, StoredRow]:
    """The rows of the key among ``seqs``."""
    found = db.execute(sql.ROWS_BY_SEQ, {"seqs": json.dumps(seqs), "key_id": key_id})
    return {row[0]: StoredRow(*row) for row in found}


def parsed(
    db: sqlite3.Connection, key: str, *, key_id: int, rows: Iterable[StoredRow]
) -> list[MemoryEntry]:
    """The entries of ``rows``.

    Raises:
        CorruptEntryError: One of them cannot be parsed.
    """
    entries = []
    for row in rows:
        try:
            entries.append(MemoryEntry.from_stored(row.text))
        except InvalidEntryError as error:
            place = {"key_id": key_id, "seq": row.seq}
            position = db.execute(sql.POSITION, place).fetchone()[0]
            raise CorruptEntryError(key, position, reason=error.message) from error
    return entries


def parsed_or_none(text: bytes) -> MemoryEntry | None:
    """The entry of a stored text, unless it is corrupt."""
    try:
        return MemoryEntry.from_stored(text)
    except InvalidEntryError:
        return None


def strictly_parsed(text: bytes) -> MemoryEntry:
    """The entry of a stored text, which is held to every rule of an entry.

    Raises:
        InvalidEntryError: It breaks one, so the row is corrupt.
    """
    entry = MemoryEntry.from_json(text)
    if "id" not in entry.model_fields_set:
        raise InvalidEntryError("the entry has no id", hint="to_json writes one: it is damaged")
    return entry


def strictly_parsed_or_none(text: bytes) -> MemoryEntry | None:
    """The entry of a stored text, unless it breaks a rule."""
    try:
        return strictly_parsed(text)
    except InvalidEntryError:
        return None
