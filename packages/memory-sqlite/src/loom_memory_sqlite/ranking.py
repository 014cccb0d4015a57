"""What a match is worth: BM25 with the counts of its own key, as a share of the best possible.

FTS5 could rank too, but with counts over all keys, which costs two points of recall, and it
spends twice the time of this on each match. BM25 and its constants are FTS5's (k1 1.2, b 0.75;
sqlite.org/fts5.html, section 5.1.1), after Robertson and Zaragoza, The Probabilistic Relevance
Framework, 2009, section 3.5. The score is BM25 / ((k1 + 1) * the summed idf of the query): what
an endless entry made of the query's terms alone would reach is 1.
"""

import math
from collections.abc import Mapping
from heapq import nlargest
from typing import Final

from loom_memory_sqlite.index import Scored

K1: Final = 1.2
B: Final = 0.75

SHORT_LIST: Final = 64
"""Up to so many entries a common term costs nothing, and may tell the only two apart."""

COMMON_SHARE: Final = 0.01
"""What is left to a common term of a longer list: this share of its idf with one added."""

MIN_SCORE: Final = 1e-6
"""The score of a match by terms that do not rank; scores are rounded to six decimals."""


def idf(entries: int, frequency: int) -> float:
    """What a term is worth that ``frequency`` of ``entries`` hold.

    FTS5's, which falls to nothing at half of the entries; from there on a little is left. In a
    short list most terms are in half of it, so there one is added inside the logarithm.
    Counts that a damaged index has wrong give some number too.
    """
    entries = max(entries, frequency)
    odds = (entries - frequency + 0.5) / (frequency + 0.5)
    with_one = math.log(1 + odds)
    return with_one if entries <= SHORT_LIST else max(math.log(odds), COMMON_SHARE * with_one)


def norm(length: int, average: float) -> float:
    """How much a row of ``length`` terms, where ``average`` is the mean, dampens repeats."""
    return K1 * (1 - B + B * length / average)


def scores(
    places: Mapping[str, Mapping[int, int]],
    norms: Mapping[int, float],
    shares: Mapping[str, float],
) -> dict[int, float]:
    """The score of every row that holds one of the terms, not yet rounded.

    Args:
        places: Per term, how often each row holds it.
        norms: Of each row; a row without a norm is not there.
        shares: Per term, its part of the query's summed idf.
    """
    found: dict[int, float] = {}
    for term, share in shares.items():
        for row, times in places[term].items():
            if row in norms:
                found[row] = found.get(row, 0.0) + share * times / (times + norms[row])
    return found


def top(found: Mapping[int, float], limit: int) -> list[Scored]:
    """The best ``limit``, rounded to six decimals first; equal ones newest first."""
    if len(found) > limit:
        cutoff = nlargest(limit, found.values())[-1] - 1e-6
        found = {row: score for row, score in found.items() if score >= cutoff}
    rounded = ((max(round(score, 6), MIN_SCORE), row) for row, score in found.items())
    return [Scored(row, score) for score, row in sorted(rounded, reverse=True)[:limit]]
