"""Words and meaning in one ranking: the cosine, and three times the share of the best BM25.

Both are absolute. A cosine lies in [-1, 1], and the words' score is a share of the best that
the query could reach, in 0..1; so they can be added as they are, without a pool of candidates,
and a sum means the same for every query. The weight was chosen on four LoCoMo conversations,
and half or double of it costs less than a point of recall.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.floor import Floor
from loom_memory_vector.matrix import Matrix
from loom_memory_vector.scoring import MARGIN, cosines, nth, products, rounded

WORDS_WEIGHT: Final = 3.0


class Fused(NamedTuple):
    """A row that matches, by its words, by its meaning, or by both."""

    row: int
    score: float
    """``C + 3 F``, rounded to six decimals."""

    similarity: float | None
    """The raw cosine ``C``; ``None`` for a row without a vector, for which ``C`` counts 0."""


class Words(NamedTuple):
    """What an index of words says of a query."""

    shares: Mapping[int, float]
    """Each row that ranks, with its share ``F`` of the best possible score, in 0..1."""

    others: Callable[[], Collection[int]]
    """Finds the rows that share only a term that does not rank; asked only if it matters."""


def fuse(
    matrix: Matrix, question: Vectors, *, words: Words, floor: Floor, limit: int
) -> list[Fused]:
    """The best ``limit`` rows of two searches, best first; equal ones newest first.

    Each search keeps its own rule of what matches, before the scores are added: a row matches
    if it shares a term with the query, or if its cosine reaches the floor and the best one
    reaches the gate. So a shut gate takes away what is only alike, and never a shared word.

    Args:
        matrix: The vectors of the key.
        question: The query as a unit vector of the same space.
        words: What the words say.
        floor: The floor and the gate of the vectors.
        limit: At least 1; any number beyond the list means all.

    Example:
        >>> matrix = Matrix.of(np.eye(3, dtype=np.float32), np.array([1, 2, 3]))
        >>> question = np.array([0.6, 0.8, 0.0], np.float32)
        >>> words = Words({3: 0.25, 1: 0.1}, lambda: ())
        >>> for each in fuse(matrix, question, words=words, floor=Floor(0.7, 0.7, ""), limit=9):
        ...     print(each.row, each.score, each.similarity)
        1 0.9 0.6
        2 0.8 0.8
        3 0.75 0.0
    """
    ranking = _Ranking(matrix, question, words=words, floor=floor)
    if ranking.may_lack_others(limit):
        ranking.admit(words.others())
    return ranking.best(limit)


class _Ranking:
    """Every row of a key with its share, its rough cosine, and whether it matches."""

    def __init__(self, matrix: Matrix, question: Vectors, *, words: Words, floor: Floor) -> None:
        self._matrix = matrix
        self._question = question
        self._rough = products(matrix.vectors, question).astype(np.float64)
        self._shares = np.zeros(len(matrix))
        self._matches = self._alike(floor)
        self._without_vector: dict[int, float] = {}
        self._add(words.shares)

    def _alike(self, floor: Floor) -> NDArray[np.bool_]:
        """Which rows match by their vectors; where the rough cosine leaves it open, exactly."""
        if not self._any_reaches(floor.min_top_score):
            return np.zeros(len(self._matrix), np.bool_)
        alike = self._rough >= floor.min_score
        self._settle(alike, floor.min_score)
        return alike

    def _any_reaches(self, level: float) -> bool:
        reached = self._rough >= level
        self._settle(reached, level)
        return bool(reached.any())

    def _settle(self, reached: NDArray[np.bool_], level: float) -> None:
        close = np.flatnonzero(np.abs(self._rough - level) <= MARGIN)
        reached[close] = cosines(self._matrix.vectors[close], self._question) >= level

    def _add(self, shares: Mapping[int, float]) -> None:
        rows = np.fromiter(shares.keys(), np.int64, len(shares))
        values = np.fromiter(shares.values(), np.float64, len(shares))
        places = self._matrix.places(rows)
        there = places >= 0
        self._shares[places[there]] = values[there]
        self._matches[places[there]] = True
        gone = zip(rows[~there].tolist(), values[~there].tolist(), strict=True)
        self._without_vector.update(gone)

    def may_lack_others(self, limit: int) -> bool:
        """Whether a row that matches by a common word alone could be among the best."""
        scores = self._scores()[self._matches]
        if len(scores) < limit:
            return True
        rest = self._rough[~self._matches]
        return bool(len(rest)) and float(rest.max()) >= nth(scores, limit) - MARGIN

    def admit(self, rows: Collection[int]) -> None:
        """Let ``rows`` match too."""
        places = self._matrix.places(np.fromiter(rows, np.int64, len(rows)))
        self._matches[places[places >= 0]] = True
        gone = (row for row, place in zip(rows, places, strict=True) if place < 0)
        for row in gone:
            self._without_vector.setdefault(row, 0.0)

    def best(self, limit: int) -> list[Fused]:
        scores = self._scores()
        least = nth(scores[self._matches], limit) - MARGIN
        chosen = np.flatnonzero(self._matches & (scores >= least))
        similarities = cosines(self._matrix.vectors[chosen], self._question)
        exact = rounded(similarities + WORDS_WEIGHT * self._shares[chosen])
        rows = self._matrix.rows[chosen]
        order = np.lexsort((rows, exact))[::-1][:limit]
        columns = (rows[order].tolist(), exact[order].tolist(), similarities[order].tolist())
        return self._with_others([Fused(*each) for each in zip(*columns, strict=True)])[:limit]

    def _with_others(self, found: list[Fused]) -> list[Fused]:
        """``found``, and the rows that only the words know of."""
        if not self._without_vector:
            return found
        bare = [
            Fused(row, round(WORDS_WEIGHT * share, 6), None)
            for row, share in self._without_vector.items()
        ]
        return sorted([*found, *bare], key=lambda each: (-each.score, -each.row))

    def _scores(self) -> NDArray[np.float64]:
        scores: NDArray[np.float64] = self._rough + WORDS_WEIGHT * self._shares
        return scores
