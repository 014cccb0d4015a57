"""Comparing the words index with the rows that it was made from."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from loom_memory_sqlite import sql, word_sql
from loom_memory_sqlite.analysis import Analysis
from loom_memory_sqlite.entry_rows import parsed_or_none, rows_of
from loom_memory_sqlite.index import Fault
from loom_memory_sqlite.translation import primary_code
from loom_memory_sqlite.vocabulary import prefix_of, term_range

_BITS: Final = 0xFFFF_FFFF_FFFF_FFFF


def word_faults(db: sqlite3.Connection, analysis: Analysis) -> Iterator[Fault]:
    """Rows that the index lacks, holds in vain, or holds with other terms."""
    yield from _broken_tables(db)
    seen = 0
    for (key_id,) in db.execute(sql.KEY_IDS).fetchall():
        held, postings = _held(db, key_id)
        seen += postings
        yield from _compared(db, key_id, held=held, analysis=analysis)
    for (seq,) in db.execute(word_sql.ROWS_WITHOUT_ENTRY).fetchall():
        yield Fault("index-row-surplus", f"the index holds row {seq}, which the list lacks")
    stray = db.execute(word_sql.POSTING_COUNT).fetchone()[0] - seen
    if stray:
        yield Fault("index-row-surplus", f"the index holds {stray} terms under no key")


def _broken_tables(db: sqlite3.Connection) -> Iterator[Fault]:
    """What FTS5 finds wrong with its own tables; a connection for reading cannot ask it."""
    try:
        db.execute(word_sql.INTEGRITY)
    except sqlite3.DatabaseError as error:
        if primary_code(error) != sqlite3.SQLITE_READONLY:
            yield Fault("index-damaged", f"the tables of the index are damaged: {error}")


def _held(db: sqlite3.Connection, key_id: int) -> tuple[dict[int, int], int]:
    """What the index holds of the key: per row the sum of its terms' hashes, and their number."""
    held: defaultdict[int, int] = defaultdict(int)
    postings = 0
    for seq, term in db.execute(word_sql.ALL_POSTINGS, term_range(key_id)):
        held[seq] = held[seq] + hash(term) & _BITS
        postings += 1
    return held, postings


def _compared(
    db: sqlite3.Connection, key_id: int, *, held: dict[int, int], analysis: Analysis
) -> Iterator[Fault]:
    prefix = prefix_of(key_id)
    entries = terms = 0
    unstable = {row[0] for row in db.execute(word_sql.ALL_UNSTABLE)}
    waiting = {row[0] for row in db.execute(word_sql.WAITING, {"key_id": key_id})}
    for row in rows_of(db, key_id):
        found = held.pop(row.seq, None)
        entry = parsed_or_none(row.text)
        if entry is None:
            continue  # a corrupt row is the list's problem, and a repair takes it out of both
        wanted = [] if row.seq in waiting else analysis.of_entry(entry).terms
        entries += bool(wanted)
        terms += len(wanted)
        summed = sum(hash(prefix + term) for term in wanted) & _BITS
        if found is None and wanted:
            yield Fault("index-row-missing", f"the index lacks row {row.seq}", row.seq)
        elif found is not None and found != summed and row.seq not in unstable:
            yield Fault("index-row-differs", f"the index has other terms of row {row.seq}", row.seq)
    for seq in sorted(held):
        yield Fault("index-row-surplus", f"the index holds row {seq}, which the list lacks")
