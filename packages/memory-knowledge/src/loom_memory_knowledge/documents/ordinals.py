"""Places in a document: numbers with room between them for what comes later."""

from collections.abc import Sequence
from itertools import pairwise


def placed(ordinals: Sequence[float | None]) -> list[float]:
    """Ordinals for a whole document, in strictly rising order.

    Args:
        ordinals: Those that stand already, in order; ``None`` for a new chunk.

    Returns:
        The ones that stand, as they are, and new ones spread between them. Where there is no
        room between two numbers any more, all are counted anew.

    Examples:
        >>> placed([None, None])
        [0.0, 1.0]
        >>> placed([0.0, None, None, 1.0, None])
        [0.0, 0.3333333333333333, 0.6666666666666666, 1.0, 2.0]
        >>> placed([None, 0.0])
        [-1.0, 0.0]
    """
    found: list[float] = []
    waiting = 0
    for ordinal in ordinals:
        if ordinal is None:
            waiting += 1
        else:
            found += [*_between(found, waiting, ordinal), ordinal]
            waiting = 0
    found += _between(found, waiting, None)
    rising = all(one < other for one, other in pairwise(found))
    return found if rising else [float(at) for at in range(len(ordinals))]


def _between(before: Sequence[float], count: int, after: float | None) -> list[float]:
    """``count`` places after the last of ``before``, and below ``after``."""
    if not before:
        start, step = (-1.0 if after is None else after - count - 1), 1.0
    else:
        start = before[-1]
        step = 1.0 if after is None else (after - start) / (count + 1)
    return [start + step * (at + 1) for at in range(count)]
