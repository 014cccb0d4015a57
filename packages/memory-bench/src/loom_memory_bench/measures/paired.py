"""Two arms on the same questions: who wins how often, and by how much."""

from collections.abc import Sequence
from typing import NamedTuple

from loom_memory_bench.measures.bootstrap import RESAMPLES, Interval, interval
from loom_memory_bench.measures.sign_test import sign_test


class Paired(NamedTuple):
    """A first arm against a second one."""

    difference: Interval
    """The mean of first minus second over questions, with its bootstrap interval."""

    wins: int
    """Questions on which the first is better."""

    losses: int
    p: float
    """Of the exact two-sided sign test; McNemar's, where a question is right or wrong."""


def paired(
    first: Sequence[float], second: Sequence[float], *, resamples: int = RESAMPLES
) -> Paired:
    """Compare two figures for each question, given in the same order.

    Example:
        >>> found = paired([1, 1, 0, 1], [0, 0, 0, 1], resamples=100)
        >>> found.wins, found.losses, found.p
        (2, 0, 0.5)
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    wins = sum(each > 0 for each in differences)
    losses = sum(each < 0 for each in differences)
    return Paired(interval(differences, resamples=resamples), wins, losses, sign_test(wins, losses))
