"""Comparing the words index with the rows that it was made from."""

from collections.abc import Iterator
from typing import NamedTuple

from loom_memory_postgres import word_sql
from loom_memory_postgres.analysis import Analysis
from loom_memory_postgres.database import Database
from loom_memory_postgres.entry_rows import parsed_or_none, rows_of
from loom_memory_postgres.index import Fault


class Held(NamedTuple):
    """What the index holds of one row."""

    length: int
    cut: bool
    unstable: bool
    lexemes: frozenset[str]


def word_faults(db: Database, analysis: Analysis) -> Iterator[Fault]:
    """Rows that the index lacks, holds in vain, or holds with other terms."""
    for (key,) in db.execute(word_sql.KEYS).fetchall():
        yield from _compared(db, key, analysis)


def _compared(db: Database, key: str, analysis: Analysis) -> Iterator[Fault]:
    """Compare the entries of a key with what the index holds of them.

    A corrupt row is the list's problem, and a repair takes it out of both. A row whose terms
    another Python may see otherwise is compared by whether it is there.
    """
    held = _held(db, key)
    for row in rows_of(db, key):
        has = held.pop(row.seq, None)
        entry = parsed_or_none(row.text)
        if entry is None:
            continue
        wanted = analysis.of_entry(entry)
        if has is None and wanted.lexemes:
            yield Fault("index-row-missing", f"the index lacks row {row.seq}", key, row.seq)
        elif has is None or has.unstable or wanted.unstable:
            continue
        elif has != Held(wanted.length, wanted.cut, wanted.unstable, frozenset(wanted.lexemes)):
            yield Fault(
                "index-row-differs", f"the index has other terms of row {row.seq}", key, row.seq
            )
    for seq in held:
        yield Fault("index-row-surplus", f"the index holds row {seq}, which the list lacks", key)


def _held(db: Database, key: str) -> dict[int, Held]:
    rows = db.execute(word_sql.OF_KEY, {"key": key})
    return {
        seq: Held(length, cut, unstable, frozenset(lexemes))
        for seq, length, cut, unstable, lexemes in rows
    }
