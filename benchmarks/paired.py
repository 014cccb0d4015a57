"""Two rankings on the same questions: who wins how often, and by how much."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from bootstrap import SEED, Interval
from loom_memory_bench import sign_test


class Paired(NamedTuple):
    """A first ranking against a second one."""

    difference: Interval
    """The mean of first minus second over questions, with its bootstrap interval."""

    wins: int
    """Questions on which the first is better."""

    losses: int
    p: float
    """Of the two-sided sign test: how likely so uneven a count is between equals."""


def paired(first: Sequence[float], second: Sequence[float], *, resamples: int) -> Paired:
    """Compare two figures for each question.

    Example:
        >>> found = paired([1, 1, 0, 1], [0, 0, 0, 1], resamples=100)
        >>> found.wins, found.losses, found.p
        (2, 0, 0.5)
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    wins = sum(each > 0 for each in differences)
    losses = sum(each < 0 for each in differences)
    return Paired(mean_of(differences, resamples), wins, losses, sign_test(wins, losses))


def mean_of(figures: Sequence[float], resamples: int) -> Interval:
    """The mean, with the 95 % percentile interval of its resampled means.

    Example:
        >>> mean_of([1.0, 1.0, 1.0], 10)
        Interval(mean=1.0, low=1.0, high=1.0)
    """
    rng = np.random.default_rng(SEED)
    values = np.array(figures)
    means = [values[rng.integers(0, len(values), len(values))].mean() for _ in range(resamples)]
    low, high = np.quantile(means, (0.025, 0.975))
    return Interval(float(values.mean()), float(low), float(high))
