"""The rows of the lists, inside a transaction that somebody else began."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from loom_memory_core import CorruptEntryError, InvalidEntryError, MemoryEntry

from loom_memory_postgres import sql
from loom_memory_postgres.database import Cursor, Database
from loom_memory_postgres.index import StoredRow


def id_hash(entry_id: str) -> int:
    """What a row is found by: 64 bits of its entry's id.

    Two ids may share it, so whoever looks a row up compares the id inside the entry.
    """
    digest = blake2b(entry_id.encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def claiming(db: Database, key: str, count: int) -> Cursor:
    """Will give the last of ``count`` new insertion keys; the list is then this transaction's."""
    return db.execute(sql.CLAIM, {"key": key, "count": count})


def holding(db: Database, key: str) -> Cursor:
    """Make the list this transaction's; will give its last insertion key, if it is not empty."""
    return db.execute(sql.HOLD, {"key": key})


def held(db: Database, key: str) -> int | None:
    """The same, and wait for it; ``None`` if the list is empty."""
    row = holding(db, key).fetchone()
    return None if row is None else int(row[0])


def add_rows(db: Database, key: str, rows: Sequence[tuple[int, int, str]]) -> None:
    """Insert rows: ``seq``, ``id_hash`` and text."""
    seqs, hashes, texts = ([row[at] for row in rows] for at in range(3))
    values = {"key": key, "seqs": seqs, "hashes": hashes, "entries": texts}
    db.execute(sql.ADD_ENTRIES, values)


def appending_or_refused(
    db: Database, key: str, rows: Sequence[tuple[int, str]], *, carried: str
) -> Cursor:
    """Claim new insertion keys and insert rows, ``id_hash`` and text, behind the end.

    Will give the last key. If the schema carries other indexes, the transaction ends here.
    """
    hashes, texts = ([row[at] for row in rows] for at in range(2))
    values = {"key": key, "count": len(rows), "hashes": hashes, "entries": texts}
    return db.execute(sql.APPEND_OR_REFUSE, {**values, "carried": carried})


def drop_rows(db: Database, key: str, rows: Iterable[StoredRow]) -> None:
    """Delete rows."""
    db.execute(sql.DROP_ENTRIES, {"key": key, "seqs": [row.seq for row in rows]})


def reading_rows(db: Database, key: str, limit: int | None) -> Cursor:
    """Will give the texts of the newest ``limit`` rows, of all if ``None``; in append order."""
    if limit is None:
        return db.execute(sql.READ_ALL, {"key": key})
    return db.execute(sql.READ_NEWEST, {"key": key, "limit": limit})


def rows_of(db: Database, key: str) -> list[StoredRow]:
    """Every row of the key, in append order."""
    return stored_rows(reading_stored(db, key))


def every_row(db: Database) -> Iterator[tuple[str, StoredRow]]:
    """Every row of the schema with its key, by key and in append order."""
    for (key,) in db.execute(sql.ENTRY_KEYS).fetchall():
        for row in rows_of(db, key):
            yield key, row


def reading_stored(db: Database, key: str) -> Cursor:
    """Will give every row of the key, in append order."""
    return db.execute(sql.ROWS, {"key": key})


def finding_rows(db: Database, key: str, ids: Iterable[str]) -> Cursor:
    """Will give the rows whose hash belongs to one of ``ids``, in append order."""
    hashes = [id_hash(each) for each in ids]
    return db.execute(sql.ROWS_BY_ID, {"key": key, "hashes": hashes})


def stored_rows(found: Iterable[tuple[Any, ...]]) -> list[StoredRow]:
    """The rows that a statement gave."""
    return [StoredRow(*row) for row in found]


def finding_by_seq(db: Database, key: str, seqs: Sequence[int]) -> Cursor:
    """Will give the rows of the key among ``seqs``, in any order."""
    return db.execute(sql.ROWS_BY_SEQ, {"key": key, "seqs": list(seqs)})


def parsed(db: Database, key: str, rows: Iterable[StoredRow]) -> list[MemoryEntry]:
    """The entries of ``rows``.

    Raises:
        CorruptEntryError: One of them cannot be parsed.
    """
    entries = []
    for row in rows:
        try:
            entries.append(MemoryEntry.from_stored(row.text))
        except InvalidEntryError as error:
            position = db.number(sql.POSITION, {"key": key, "seq": row.seq})
            raise CorruptEntryError(key, position, reason=error.message) from error
    return entries


def parsed_or_none(text: str) -> MemoryEntry | None:
    """The entry of a stored text, unless it is corrupt."""
    try:
        return MemoryEntry.from_stored(text)
    except InvalidEntryError:
        return None
