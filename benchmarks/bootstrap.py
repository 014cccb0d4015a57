"""Bootstrap intervals: how far a mean over questions would move with other questions."""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

RESAMPLES: Final = 10_000
SEED: Final = 20_230_508


class Interval(NamedTuple):
    """A mean with the 95 % percentile interval of its resampled means."""

    mean: float
    low: float
    high: float


def intervals(
    rows: Sequence[Sequence[float]], *, resamples: int = RESAMPLES, seed: int = SEED
) -> list[Interval]:
    """The interval of each column of ``rows``, drawn by row, so that columns move together.

    Efron, Bootstrap Methods, Annals of Statistics 7(1), 1979; the percentile form.
    """
    rng = random.Random(seed)
    draws = [_means(rng.choices(rows, k=len(rows))) for _ in range(resamples)]
    return [
        Interval(mean, *_middle(sorted(resampled)))
        for mean, resampled in zip(_means(rows), zip(*draws, strict=True), strict=True)
    ]


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _middle(ordered: Sequence[float]) -> tuple[float, float]:
    """The ends of the middle 95 %."""
    outside = int(len(ordered) * 0.025)
    return ordered[outside], ordered[len(ordered) - 1 - outside]
