"""Reading what FTS5 holds: where a term stands, how long a row is, and all of a row's terms."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final

from loom_memory_sqlite import word_sql
from loom_memory_sqlite.vocabulary import prefix_of, term_range

_TERMS_IN_A_MATCH: Final = 1_000
"""More are united in chunks: the time of one MATCH grows faster than its terms."""


def told(key_id: int, terms: Sequence[str]) -> str:
    """``terms`` as FTS5 is told them."""
    prefix = prefix_of(key_id)
    return prefix + f" {prefix}".join(terms)


def places(db: sqlite3.Connection, key_id: int, term: str) -> Counter[int]:
    """How often each row of the key holds the term."""
    rows = db.execute(word_sql.POSTINGS, {"term": prefix_of(key_id) + term}).fetchall()
    return Counter(chain.from_iterable(rows))


def sizes(db: sqlite3.Connection, rows: Iterable[int]) -> list[tuple[int, bytes]]:
    """How many terms each of ``rows`` has, as FTS5 writes it; those not indexed are left out."""
    return db.execute(word_sql.SIZES, {"seqs": json.dumps(list(rows))}).fetchall()


def lengths(db: sqlite3.Connection, rows: Iterable[int]) -> dict[int, int]:
    """How many terms each of ``rows`` has; a row that is not indexed is left out."""
    return {row: length_of(size) for row, size in sizes(db, rows)}


def length_of(size: bytes) -> int:
    """The number that FTS5 wrote: seven bits a byte, the highest first."""
    number = 0
    for byte in size:
        number = number << 7 | byte & 0x7F
    return number


def newest(db: sqlite3.Connection, key_id: int, terms: Sequence[str], *, limit: int) -> list[int]:
    """The newest ``limit`` rows that hold one of ``terms``."""
    prefix = prefix_of(key_id)
    rows: set[int] = set()
    for start in range(0, len(terms), _TERMS_IN_A_MATCH):
        chunk = terms[start : start + _TERMS_IN_A_MATCH]
        match = " OR ".join(f'"{prefix}{term}"' for term in chunk)
        found = db.execute(word_sql.NEWEST_MATCHES, {"match": match, "limit": limit})
        rows.update(row[0] for row in found)
    return sorted(rows, reverse=True)[:limit]


def walked(
    db: sqlite3.Connection, key_id: int, rows: Collection[int] | None = None
) -> dict[int, str]:
    """The terms of ``rows``, or of every row, as FTS5 was told them, in another order.

    A walk over all that the index holds of the key: slow in a long list, and right whatever
    the entries have become since.
    """
    if rows is not None and not rows:
        return {}
    terms: defaultdict[int, list[str]] = defaultdict(list)
    last = ""
    for row, term in db.execute(word_sql.ALL_POSTINGS, term_range(key_id)):
        if term != last:
            last = term  # one string for all rows that hold the term
        if rows is None or row in rows:
            terms[row].append(last)
    return {row: " ".join(each) for row, each in terms.items()}
