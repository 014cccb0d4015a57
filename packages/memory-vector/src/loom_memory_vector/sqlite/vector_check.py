"""Everything that can be wrong with the vectors of a file."""

import sqlite3
from collections.abc import Iterator
from typing import Final

from loom_memory_core import InvalidEntryError, MemoryEntry
from loom_memory_sqlite import Fault, every_row

from loom_memory_vector.searched_text import embeddable
from loom_memory_vector.sqlite import vector_sql
from loom_memory_vector.vector_row import VectorRow, digest

_CHUNK: Final = 1_000


def missing_tables(db: sqlite3.Connection) -> list[str]:
    """Those tables of the index that are gone."""
    found = {row[0] for row in db.execute(vector_sql.TABLES_THERE)}
    return [each for each in vector_sql.TABLES if each not in found]


def vector_faults(db: sqlite3.Connection, dimension: int) -> Iterator[Fault]:
    """Rows that the index lacks, holds in vain, or holds with a vector that is not theirs."""
    missing = missing_tables(db)
    if missing:
        yield Fault("index-damaged", f"tables of the index are missing: {', '.join(missing)}")
        return
    if db.execute(vector_sql.SPACE).fetchone() is None:
        yield Fault("index-damaged", "the index does not say in which space its vectors lie")
        return
    yield from _unsound(db, dimension)
    yield from _out_of_step(db)
    for (key_id,) in db.execute(vector_sql.MISCOUNTED).fetchall():
        yield Fault("index-counts-differ", f"the index counts key number {key_id} wrongly")


def _unsound(db: sqlite3.Connection, dimension: int) -> Iterator[Fault]:
    """Vectors whose bytes are not those that were stored."""
    last = -(2**63)
    place = {"seq": last, "limit": _CHUNK}
    while found := db.execute(vector_sql.ALL, place).fetchall():
        for seq, name, vector, checksum in found:
            if not VectorRow(name, vector).is_sound(checksum, dimension):
                yield Fault("index-row-differs", f"the vector of row {seq} is damaged", seq)
        place["seq"] = found[-1][0]


def _out_of_step(db: sqlite3.Connection) -> Iterator[Fault]:
    """Compare the entries with what the index holds of them; corrupt rows are the list's."""
    held = {seq: (key_id, name) for seq, key_id, name in db.execute(vector_sql.DIGESTS)}
    for key_id, row in every_row(db):
        has = held.pop(row.seq, None)
        try:
            text = embeddable(MemoryEntry.from_stored(row.text))
        except InvalidEntryError:
            continue
        wanted = None if text is None else (key_id, digest(text))
        if has is None and wanted is not None:
            yield Fault("index-row-missing", f"the index lacks row {row.seq}", row.seq)
        elif has != wanted:
            yield Fault(
                "index-row-differs",
                f"the index has a vector of another text of row {row.seq}",
                row.seq,
            )
    for seq in sorted(held):
        yield Fault("index-row-surplus", f"the index holds row {seq}, which the list lacks")
