"""BM25 as SQLite's FTS5 defines it, exact and over the rows of one key alone."""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

K1: Final = 1.2
B: Final = 0.75
"""FTS5's constants; https://sqlite.org/fts5.html, section 5.1.1."""

LEAST_IDF: Final = 1e-6
"""What FTS5 gives a term that more than half of the rows hold."""

TIE: Final = 1e-5
"""Scores closer than this count as equal: no more than such terms add."""


class Bm25:
    """The rows of one key under each word, and their exact scores."""

    def __init__(self, rows: Mapping[str, Sequence[str]]) -> None:
        """Take each row's words under its id."""
        self._lengths = {row: len(words) for row, words in rows.items()}
        self._mean = sum(self._lengths.values()) / len(rows)
        self._rows_of: dict[str, dict[str, int]] = defaultdict(dict)
        for row, words in rows.items():
            for word, times in Counter(words).items():
                self._rows_of[word][row] = times

    def scores(self, query: str) -> dict[str, float]:
        """The score of each row that holds a word of ``query``."""
        scores: dict[str, float] = defaultdict(float)
        for word in dict.fromkeys(query.split()):
            rows = self._rows_of.get(word, {})
            idf = self._idf(len(rows))
            for row, times in rows.items():
                scores[row] += idf * self._weight(times, self._lengths[row])
        return dict(scores)

    def ranked(self, query: str, *, limit: int) -> list[str]:
        """The best rows, the first put in first where they are equal.

        Example:
            >>> rows = {"b": ["red", "tram"], "a": ["red"], "c": ["red"], "d": ["lake"]}
            >>> Bm25(rows).ranked("red tram", limit=3)
            ['b', 'a', 'c']
        """
        scores = self.scores(query)
        places = {row: at for at, row in enumerate(self._lengths)}
        return heapq.nsmallest(limit, scores, key=lambda row: (-scores[row], places[row]))

    def _idf(self, held: int) -> float:
        others = len(self._lengths) - held
        return max(LEAST_IDF, math.log((others + 0.5) / (held + 0.5)))

    def _weight(self, times: int, length: int) -> float:
        return times * (K1 + 1) / (times + K1 * (1 - B + B * length / self._mean))


def overlap(found: Iterable[str], exact: Mapping[str, float], *, limit: int = 10) -> float:
    """The part of the best ``limit`` rows by ``exact`` that ``found`` has, ties being equal.

    Example:
        >>> overlap(["a", "c"], {"a": 2.0, "b": 1.0, "c": 1.0}, limit=2)
        1.0
    """
    best = heapq.nlargest(limit, exact.values())
    if not best:
        return 1.0
    good = [row for row in set(found) if exact.get(row, -math.inf) >= best[-1] - TIE]
    return min(len(good), len(best)) / len(best)
