"""Bootstrap intervals: how far a mean over questions would move with other questions."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 10_000
SEED: Final = 20_230_508

_PIECE: Final = 500
"""Resamples drawn at once, which bounds the memory."""


class Interval(NamedTuple):
    """A mean with the 95 % percentile interval of its resampled means."""

    mean: float
    low: float
    high: float


def interval(figures: Sequence[float], *, resamples: int = RESAMPLES) -> Interval:
    """The mean of ``figures`` over questions, with its interval.

    Args:
        figures: One number a question; at least one.
        resamples: How often as many questions are drawn again.

    Example:
        >>> interval([1.0, 1.0, 1.0], resamples=10)
        Interval(mean=1.0, low=1.0, high=1.0)
    """
    return intervals([figures], resamples=resamples)[0]


def intervals(columns: Sequence[Sequence[float]], *, resamples: int = RESAMPLES) -> list[Interval]:
    """The interval of each of ``columns``, all over the same draws of questions.

    Efron, Bootstrap Methods, Annals of Statistics 7(1), 1979; the percentile form. The draws have
    a fixed seed and depend on the number of questions alone, so equal figures give equal
    intervals.

    Args:
        columns: Figures over the same questions, each column in the same order; at least one
            question.
        resamples: How often as many questions are drawn again.
    """
    if not columns:
        return []
    table = np.asarray(columns, dtype=np.float64).T
    means = np.concatenate(list(_resampled(table, resamples)))
    low, high = np.quantile(means, (0.025, 0.975), axis=0)
    return [Interval(*map(float, each)) for each in zip(table.mean(axis=0), low, high, strict=True)]


def _resampled(table: NDArray[np.float64], resamples: int) -> list[NDArray[np.float64]]:
    """The means of each column in each resample: pieces of float64, shape (resamples, columns)."""
    rng = np.random.default_rng(SEED)
    questions = len(table)
    even = np.full(questions, 1 / questions)
    sizes = [min(_PIECE, resamples - start) for start in range(0, resamples, _PIECE)]
    return [rng.multinomial(questions, even, size=size) @ table / questions for size in sizes]
