"""Which vectors of a key match a question, and how well: exact, with the floor and the gate.

Every vector is compared. faiss does it where it is installed, NumPy elsewhere, both on one
thread; they add in another order, so their products differ in the last digits. Therefore they
only choose candidates, by a margin that is wider than that, and what decides is computed once
more in double precision and rounded to six decimals: the answer is the same with either.
"""

import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.floor import Floor
from loom_memory_vector.matrix import Matrix

MARGIN: Final = 1e-4
"""More than two sums of a few thousand float32 products of unit vectors can differ by."""

_ONE: Final = 1e6
"""Six decimals."""

_CHUNK: Final = 4_096
"""Vectors that are widened to double precision at a time."""

Product = Callable[[Vectors, Vectors], NDArray[np.float32]]


class Match(NamedTuple):
    """A row that matches."""

    row: int
    similarity: float
    """The cosine in [-1, 1], rounded to six decimals."""


def products(vectors: Vectors, question: Vectors) -> NDArray[np.float32]:
    """The product of each vector with ``question``, to within ``MARGIN`` of its cosine.

    Args:
        vectors: Unit vectors of shape ``(n, dimension)``, contiguous.
        question: A unit vector of shape ``(dimension,)``.
    """
    return product()(vectors, question)


@cache
def product() -> Product:
    """How this process multiplies: with faiss if it is installed, or else with NumPy."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its binding warns about itself on Python 3.12
            faiss = import_module("faiss")
    except ImportError:
        return np.vecdot  # one thread: a product per row, each too short to be split

    inner_products, pointer = faiss.fvec_inner_products_ny, faiss.swig_ptr

    def multiply(vectors: Vectors, question: Vectors) -> NDArray[np.float32]:
        count, dimension = vectors.shape
        found = np.empty(count, np.float32)
        inner_products(pointer(found), pointer(question), pointer(vectors), dimension, count)
        return found

    return multiply


def cosines(vectors: Vectors, question: Vectors) -> NDArray[np.float64]:
    """The cosine of each vector with ``question``, rounded: equal vectors have equal ones."""
    if len(vectors) > _CHUNK:
        starts = range(0, len(vectors), _CHUNK)
        return np.concatenate([cosines(vectors[at : at + _CHUNK], question) for at in starts])
    found = np.vecdot(vectors.astype(np.float64), question.astype(np.float64))
    return np.maximum(np.minimum(rounded(found), 1.0), -1.0)


def rounded(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores as they are decided by: ``numpy.round`` without what makes it slow for a few."""
    whole: NDArray[np.float64] = np.rint(scores * _ONE)
    return whole / _ONE


def best(matrix: Matrix, question: Vectors, *, floor: Floor, limit: int) -> list[Match]:
    """The best ``limit`` rows that match, best first; equal ones newest first.

    A row matches when its cosine reaches the floor and the best one reaches the gate.

    Args:
        matrix: The vectors of the key.
        question: A unit vector of the same space.
        floor: The floor and the gate.
        limit: At least 1; any number beyond the list means all.

    Example:
        >>> matrix = Matrix.of(np.eye(3, dtype=np.float32), np.array([1, 2, 3]))
        >>> question = np.array([0.6, 0.8, 0.0], np.float32)
        >>> best(matrix, question, floor=Floor(0.5, 0.7, ""), limit=10)
        [Match(row=2, similarity=0.8), Match(row=1, similarity=0.6)]
        >>> best(matrix, question, floor=Floor(0.5, 0.9, ""), limit=10)
        []
    """
    if not len(matrix):
        return []
    rough = products(matrix.vectors, question)
    least = max(floor.min_score, nth(rough, limit)) - MARGIN
    chosen = (rough >= least).nonzero()[0]
    similarities = cosines(matrix.vectors.take(chosen, axis=0), question).tolist()
    rows = matrix.rows.take(chosen).tolist()
    ranking = sorted(zip(similarities, rows, strict=True), reverse=True)
    if not ranking or ranking[0][0] < floor.min_top_score:
        return []
    return [Match(row, each) for each, row in ranking[:limit] if each >= floor.min_score]


def nth(scores: NDArray[np.floating], limit: int) -> float:
    """The score of the last of the best ``limit``; minus infinity where there are fewer."""
    if limit > len(scores):
        return -np.inf
    return float(np.partition(scores, len(scores) - limit)[-limit])
