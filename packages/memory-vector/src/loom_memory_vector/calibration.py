"""What each floor and each gate would do: shares of labelled questions, threshold by threshold.

Nothing is chosen here without being shown. A threshold is a trade between questions that stay
without their answer and questions that get one they should not have, and it belongs to the
corpus as well as to the model.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from loom_memory_core import InvalidOptionsError

FEWEST: Final = 30
"""Questions of each kind below which nothing is derived."""

_STEPS: Final = 100
"""Thresholds to each unit of cosine."""

_Z: Final = 1.96
"""The normal deviate of 95 %."""


class Judged(NamedTuple):
    """One labelled question, and the cosines that the model gives it."""

    top: float
    """Of the best entry of its list."""

    gold: tuple[float, ...] = ()
    """Of each entry that answers it; none for a question that nothing in its list answers."""


class Step(NamedTuple):
    """What one threshold does, in shares from 0 to 1."""

    threshold: float

    gold_kept: float
    """As a floor: entries that answer a question and are still matches."""

    own_answered: float
    """As a gate: questions with an answer that still find anything."""

    unrelated_empty: float
    """As a gate: questions without an answer that find nothing."""


class Share(NamedTuple):
    """A share with the interval in which it lies at 95 % confidence."""

    value: float
    low: float
    high: float


class Calibration(NamedTuple):
    """The whole table, and how many questions stand behind it."""

    steps: list[Step]
    """By threshold, ascending, from where the first share changes to where the last one does."""

    answered: int
    """Questions with an answer."""

    unrelated: int
    """Questions without one."""

    def gate(self, *, keep: float) -> Step:
        """The highest threshold at which the share ``keep`` of the questions is answered."""
        return [step for step in self.steps if step.own_answered >= keep][-1]

    def floor(self, *, keep: float, gate: float) -> Step:
        """The highest one, up to ``gate``, that the share ``keep`` of the answers reaches."""
        low = [step for step in self.steps if step.threshold <= gate]
        return ([step for step in low if step.gold_kept >= keep] or low[:1])[-1]


def calibrate(judged: Sequence[Judged]) -> Calibration:
    """What every threshold would do to these questions.

    Raises:
        InvalidOptionsError: One of the two kinds of question is missing, or there are fewer
            than 30 of it.

    Example:
        >>> judged = [Judged(0.6, (0.6, 0.2))] * 30 + [Judged(0.1)] * 30
        >>> calibrate(judged).gate(keep=1.0)
        Step(threshold=0.6, gold_kept=0.5, own_answered=1.0, unrelated_empty=1.0)
    """
    answered = [each for each in judged if each.gold]
    unrelated = [each.top for each in judged if not each.gold]
    check_counts(len(answered), len(unrelated))
    gold = np.array([cosine for each in answered for cosine in each.gold])
    own, foreign = np.array([each.top for each in answered]), np.array(unrelated)
    lowest = math.floor(min(gold.min(), foreign.min()) * _STEPS)
    highest = math.ceil(max(own.max(), foreign.max()) * _STEPS)
    thresholds = [number / _STEPS for number in range(lowest, highest + 1)]
    steps = [
        Step(at, _share(gold >= at), _share(own >= at), _share(foreign < at)) for at in thresholds
    ]
    return Calibration(steps, len(answered), len(unrelated))


def check_counts(answered: int, unrelated: int) -> None:
    """Refuse to derive anything from too few questions; before they are embedded, too.

    Args:
        answered: Questions with an answer.
        unrelated: Questions without one.

    Raises:
        InvalidOptionsError: One of the two kinds is missing, or there are fewer than 30 of it.
    """
    counts = {"with an answer": answered, "without an answer": unrelated}
    _check_both(counts)
    _check_enough(counts)


def interval(share: float, count: int) -> Share:
    """The interval of a share of ``count`` questions (Wilson 1927, without continuity).

    Example:
        >>> [round(each, 3) for each in interval(0.97, 100)]
        [0.97, 0.915, 0.99]
    """
    wide = _Z**2 / count
    middle = (share + wide / 2) / (1 + wide)
    half = _Z * math.sqrt(share * (1 - share) / count + wide / (4 * count)) / (1 + wide)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def _share(mask: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> float:
    return float(mask.mean())


def _check_both(counts: Mapping[str, int]) -> None:
    for kind, count in counts.items():
        if count == 0:
            raise InvalidOptionsError(
                f"there is no question {kind}, so a threshold has nothing to tell apart",
                hint="label both: questions with the entries that answer them, and questions of "
                "the same sort that nothing in the list answers",
            )


def _check_enough(counts: Mapping[str, int]) -> None:
    kind, count = min(counts.items(), key=lambda each: each[1])
    if count < FEWEST:
        low, high = (100 * each for each in interval(0.97, count)[1:])
        these = f"1 question {kind} is" if count == 1 else f"{count} questions {kind} are"
        raise InvalidOptionsError(
            f"{these} too few: 97 % of them would mean anything "
            f"from {low:.0f} to {high:.0f} % of others",
            hint=f"label at least {FEWEST} of each kind; 200 give about two points either way",
        )
