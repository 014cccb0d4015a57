"""Comparing the words index with the rows that it was made from."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from loom_memory_sqlite import sql, word_sql
from loom_memory_sqlite.analysis import Analysis
from loom_memory_sqlite.entry_rows import parsed_or_none, rows_of
from loom_memory_sqlite.index import Fault
from loom_memory_sqlite.postings import length_of, lengths
from loom_memory_sqlite.translation import BROKEN_TABLE, primary_code
from loom_memory_sqlite.vocabulary import prefix_of, term_range

_BITS: Final = 0xFFFF_FFFF_FFFF_FFFF


class Held(NamedTuple):
    """What the index holds of one key."""

    sums: dict[int, int]
    """Per row, the sum of its terms' hashes: equal for equal terms in any order."""

    terms: Counter[int]
    """Per row, how many terms it has."""


def word_faults(db: sqlite3.Connection, analysis: Analysis) -> Iterator[Fault]:
    """Rows that the index lacks, holds in vain, or holds with other terms."""
    missing = missing_tables(db)
    if missing:
        yield Fault("index-damaged", f"tables of the index are missing: {', '.join(missing)}")
        return
    try:
        _ask_fts5(db)
        yield from _out_of_step(db, analysis)
    except sqlite3.DatabaseError as error:
        if primary_code(error) not in BROKEN_TABLE:
            raise
        yield Fault("index-damaged", f"the tables of the index are damaged: {error}")


def missing_tables(db: sqlite3.Connection) -> list[str]:
    """Those tables of the index that are gone."""
    found = {row[0] for row in db.execute(word_sql.TABLES_THERE)}
    return [each for each in word_sql.TABLES if each not in found]


def _ask_fts5(db: sqlite3.Connection) -> None:
    """Let FTS5 check its own tables; it cannot over a connection for reading."""
    try:
        db.execute(word_sql.INTEGRITY)
    except sqlite3.DatabaseError as error:
        if primary_code(error) != sqlite3.SQLITE_READONLY:
            raise


def _out_of_step(db: sqlite3.Connection, analysis: Analysis) -> Iterator[Fault]:
    counted = {key_id: counts for key_id, *counts in db.execute(word_sql.ALL_COUNTS)}
    seen = 0
    for (key_id,) in db.execute(sql.KEY_IDS).fetchall():
        held = _held(db, key_id)
        seen += held.terms.total()
        yield from _compared(db, key_id, sums=held.sums, analysis=analysis)
        yield from _measured(db, key_id, held.terms)
        if counted.pop(key_id, [0, 0]) != [len(held.terms), held.terms.total()]:
            yield Fault("index-counts-differ", f"the index counts key number {key_id} wrongly")
    for (seq,) in db.execute(word_sql.ROWS_WITHOUT_ENTRY).fetchall():
        yield Fault("index-row-surplus", f"the index holds row {seq}, which the list lacks")
    stray = db.execute(word_sql.POSTING_COUNT).fetchone()[0] - seen
    if stray or counted:
        yield Fault("index-row-surplus", f"the index holds {stray} terms under no key")


def _held(db: sqlite3.Connection, key_id: int) -> Held:
    sums: defaultdict[int, int] = defaultdict(int)
    terms: Counter[int] = Counter()
    for seq, term in db.execute(word_sql.ALL_POSTINGS, term_range(key_id)):
        sums[seq] = sums[seq] + hash(term) & _BITS
        terms[seq] += 1
    return Held(sums, terms)


def _measured(db: sqlite3.Connection, key_id: int, terms: Mapping[int, int]) -> Iterator[Fault]:
    """Rows whose stored length is missing or wrong: a search would pass over them."""
    sizes = {
        seq: length_of(size) for seq, size in db.execute(word_sql.KEY_SIZES, {"key_id": key_id})
    }
    sizes.update(lengths(db, terms.keys() - sizes.keys()))
    for seq in sorted(terms.keys() | sizes.keys()):
        if terms.get(seq) != sizes.get(seq):
            yield Fault("index-length-differs", f"the index has a wrong length of row {seq}", seq)


def _compared(
    db: sqlite3.Connection, key_id: int, *, sums: Mapping[int, int], analysis: Analysis
) -> Iterator[Fault]:
    """Compare the entries of a key with what the index holds of them.

    A corrupt row is the list's problem, and a repair takes it out of both. So is a row whose
    terms another Python may see otherwise: it leaves the index as it came.
    """
    prefix = prefix_of(key_id)
    unstable = {row[0] for row in db.execute(word_sql.ALL_UNSTABLE)}
    waiting = {row[0] for row in db.execute(word_sql.WAITING, {"key_id": key_id})}
    for row in rows_of(db, key_id):
        entry = parsed_or_none(row.text)
        if entry is None or row.seq in unstable:
            continue
        wanted = [] if row.seq in waiting else analysis.of_entry(entry).terms
        summed = sum(hash(prefix + term) for term in wanted) & _BITS
        if sums.get(row.seq) is None and wanted:
            yield Fault("index-row-missing", f"the index lacks row {row.seq}", row.seq)
        elif sums.get(row.seq, 0) != summed:
            yield Fault("index-row-differs", f"the index has other terms of row {row.seq}", row.seq)
