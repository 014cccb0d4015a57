"""Two rankings on the same questions: who wins how often, and by how much."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from bootstrap import Interval, intervals


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
    interval = intervals([[each] for each in differences], resamples=resamples)[0]
    return Paired(interval, wins, losses, sign_test(wins, losses))


def sign_test(wins: int, losses: int) -> float:
    """The two-sided sign test, exact; McNemar's, where a question is right or wrong.

    Example:
        >>> round(sign_test(8, 1), 4), sign_test(3, 3)
        (0.0391, 1.0)
    """
    total = wins + losses
    tail = sum(math.comb(total, count) for count in range(min(wins, losses) + 1))
    return min(1.0, float(2 * tail / 2**total))
