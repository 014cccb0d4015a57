"""Bootstrap intervals: how far a mean over questions would move with other questions."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

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

    Efron, Bootstrap Methods, Annals of Statistics 7(1), 1979; the percentile form. The draws have
    a fixed seed and depend on the number of questions alone, so equal figures give equal
    intervals.

    Args:
        figures: One number a question; at least one.
        resamples: How often as many questions are drawn again.

    Example:
        >>> interval([1.0, 1.0, 1.0], resamples=10)
        Interval(mean=1.0, low=1.0, high=1.0)
    """
    values = np.asarray(figures, dtype=np.float64)
    means = _counts(len(values), resamples) @ values / len(values)
    low, high = np.quantile(means, (0.025, 0.975))
    return Interval(float(values.mean()), float(low), float(high))


@lru_cache(maxsize=4)
def _counts(questions: int, resamples: int) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    """How often each question is drawn in each resample: uint8, shape (resamples, questions)."""
    rng = np.random.default_rng(SEED)
    even = np.full(questions, 1 / questions)
    pieces = [
        rng.multinomial(questions, even, size=min(_PIECE, resamples - start)).astype(np.uint8)
        for start in range(0, resamples, _PIECE)
    ]
    return np.concatenate(pieces)
