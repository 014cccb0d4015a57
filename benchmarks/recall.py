"""How much of what answers a question a ranking holds."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from locomo import Place

CUTS: Final = (1, 5, 10, 20)
"""Turn recall is taken at each of these lengths of the ranking."""

SESSIONS: Final = 10
"""Session recall is taken over so many distinct sessions, in the order of their best turns."""

LABELS: Final = (*(f"R@{cut}" for cut in CUTS), f"S@{SESSIONS}")
"""The columns of ``Recall``, as tables name them."""


class Recall(NamedTuple):
    """One question's shares of gold turns and gold sessions found, each in 0..1."""

    turns_at_1: float
    turns_at_5: float
    turns_at_10: float
    turns_at_20: float
    sessions_at_10: float


def recall(gold: Collection[Place], turns: Sequence[str], sessions: Sequence[str]) -> Recall:
    """The recall of one ranking.

    Args:
        gold: Where the answer was said; at least one place.
        turns: The ranking's turns, best first.
        sessions: The ranking's first ten distinct sessions.
    """
    wanted = {place.turn for place in gold}
    at_1, at_5, at_10, at_20 = (share(wanted, turns[:cut]) for cut in CUTS)
    return Recall(at_1, at_5, at_10, at_20, share({place.session for place in gold}, sessions))


def share(gold: set[str], found: Iterable[str]) -> float:
    """The part of ``gold`` that is among ``found``."""
    return len(gold.intersection(found)) / len(gold)


def distinct(names: Iterable[str], limit: int) -> list[str]:
    """The first ``limit`` distinct names, in order.

    Example:
        >>> distinct(["s2", "s1", "s2", "s3"], 2)
        ['s2', 's1']
    """
    return list(islice(dict.fromkeys(names), limit))
