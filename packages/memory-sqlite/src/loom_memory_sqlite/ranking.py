"""What a match is worth: BM25 with the counts of its own key, as a share of the best possible.

FTS5 could rank too, but with counts over all keys, which costs two points of recall, and it
spends twice the time of this on each match. BM25 and its constants are FTS5's (k1 1.2, b 0.75;
sqlite.org/fts5.html, section 5.1.1), after Robertson and Zaragoza, The Probabilistic Relevance
Framework, 2009, section 3.5. The score is BM25 / ((k1 + 1) * the summed idf of the query): what
an endless entry made of the query's terms alone would reach is 1.
"""

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest
from itertools import chain
from typing import Final

from loom_memory_sqlite import word_sql
from loom_memory_sqlite.index import Scored
from loom_memory_sqlite.vocabulary import KeyCounts, prefix_of

K1: Final = 1.2
B: Final = 0.75

COMMON_SHARE: Final = 0.01
"""What is left to a common term: this share of its idf with one added, which is never 0."""

MIN_SCORE: Final = 1e-6
"""The score of a match by terms that do not rank; scores are rounded to six decimals."""


def idf(entries: int, frequency: int) -> float:
    """What a term is worth that ``frequency`` of ``entries`` hold.

    FTS5's, which falls to nothing at half of the entries; from there on a little is left, to
    tell two entries apart in a list so short that every term is in half of it.
    """
    odds = (entries - frequency + 0.5) / (frequency + 0.5)
    return max(math.log(odds), COMMON_SHARE * math.log(1 + odds))


def ranked(
    db: sqlite3.Connection,
    key_id: int,
    weights: Mapping[str, float],
    *,
    counts: KeyCounts,
    best: float,
) -> dict[int, float]:
    """The score of every row of the key that holds one of the terms, not yet rounded.

    Args:
        db: The file.
        key_id: The key.
        weights: The idf of each term.
        counts: What the key holds.
        best: The summed idf of the query, terms that the key lacks included.
    """
    prefix = prefix_of(key_id)
    places = {term: _places(db, prefix + term) for term in weights}
    norms = _norms(db, set(chain.from_iterable(places.values())), counts)
    scores: dict[int, float] = {}
    for term, weight in weights.items():
        worth = weight / best
        for row, times in places[term].items():
            if row in norms:
                scores[row] = scores.get(row, 0.0) + worth * times / (times + norms[row])
    return scores


def _places(db: sqlite3.Connection, term: str) -> Counter[int]:
    """How often each row holds the term."""
    rows = db.execute(word_sql.POSTINGS, {"term": term}).fetchall()
    return Counter(chain.from_iterable(rows))


def _norms(db: sqlite3.Connection, rows: set[int], counts: KeyCounts) -> dict[int, float]:
    """How much the length of each row weighs against a term's repeats."""
    average = counts.terms / counts.entries
    return {
        row: K1 * (1 - B + B * length / average) for row, length in lengths(db, list(rows)).items()
    }


def lengths(db: sqlite3.Connection, rows: Sequence[int]) -> dict[int, int]:
    """How many terms each of ``rows`` has; a row that is not indexed is left out."""
    found = db.execute(word_sql.LENGTHS, {"seqs": json.dumps(rows)})
    return {row: _varint(size) for row, size in found}


def _varint(size: bytes) -> int:
    """The number that FTS5 keeps for a row: seven bits a byte, the highest first."""
    number = 0
    for byte in size:
        number = number << 7 | byte & 0x7F
    return number


def top(scores: Mapping[int, float], limit: int) -> list[Scored]:
    """The best ``limit``, rounded to six decimals first; equal ones newest first."""
    if len(scores) > limit:
        cutoff = nlargest(limit, scores.values())[-1] - 1e-6
        scores = {row: score for row, score in scores.items() if score >= cutoff}
    rounded = ((max(round(score, 6), MIN_SCORE), row) for row, score in scores.items())
    return [Scored(row, score) for score, row in sorted(rounded, reverse=True)[:limit]]
