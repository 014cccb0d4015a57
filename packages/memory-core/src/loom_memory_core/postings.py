"""The reference index of one list: which rows hold a term, and what a match is worth."""

import math
from collections.abc import Collection, Iterable
from typing import Final

LEAST: Final = 1e-6
"""The least score that is left after rounding to six decimals: a match is worth something."""


class Postings:
    """Rows under each of their terms, scored by inverse document frequency.

    A row is filed when it is appended. A score is the share of the best possible one: the
    summed idf of the query's terms that the row holds, over that of all its terms. So it
    lies in (0, 1], and a row that holds every term scores 1. The idf is Robertson and
    Spärck Jones's with one added, so that it is never negative:
    ln(1 + (N - n + 0.5) / (n + 0.5)) for a term in n of N rows
    (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, section 3.4).
    """

    def __init__(self) -> None:
        self._rows_of: dict[str, set[int]] = {}
        self._rows = 0

    def add(self, row: int, terms: Iterable[str]) -> None:
        """File ``row`` under its ``terms``."""
        self._rows += 1
        for term in terms:
            self._rows_of.setdefault(term, set()).add(row)

    def drop(self, row: int, terms: Iterable[str]) -> None:
        """Forget ``row``, which was filed under ``terms``."""
        self._rows -= 1
        for term in terms:
            rows = self._rows_of[term]
            rows.discard(row)
            if not rows:
                del self._rows_of[term]

    def scores(self, terms: Collection[str]) -> dict[int, float]:
        """The score of each row that holds at least one of ``terms``."""
        scores: dict[int, float] = {}
        best = 0.0
        for term in sorted(set(terms)):
            worth = self._idf(term)
            best += worth
            for row in self._rows_of.get(term, ()):
                scores[row] = scores.get(row, 0.0) + worth
        return {row: max(round(score / best, 6), LEAST) for row, score in scores.items()}

    def _idf(self, term: str) -> float:
        rows = len(self._rows_of.get(term, ()))
        return math.log(1 + (self._rows - rows + 0.5) / (rows + 0.5))
