"""Which rows of a list can stay when another list takes its place."""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Difference(NamedTuple):
    """How one list becomes another."""

    kept: list[int]
    """Positions of the old list that stay as they are; all others go."""

    come: list[tuple[int, int | None]]
    """Positions of the new list that are written, each with the position in the old list whose
    slot it takes; ``None`` is a slot behind them all."""


def difference(old: Sequence[Item], new: Sequence[Item]) -> Difference:
    """How to turn ``old`` into ``new`` while touching few rows; order never changes.

    Rows that stay keep their slot. A new item between two of them takes the slot of a row
    that goes from just there; from the first place without such a slot on, everything new
    goes behind the end.

    Examples:
        >>> difference("abc", "bcd")
        Difference(kept=[1, 2], come=[(2, None)])
        >>> difference("abc", "axc")
        Difference(kept=[0, 2], come=[(1, 1)])
    """
    kept: list[int] = []
    come: list[tuple[int, int | None]] = []
    old_done = new_done = 0  # how far both lists are dealt with
    for old_at, new_at in _kept(old, new):
        if new_at - new_done > old_at - old_done:
            break
        if new_at > new_done:
            come.extend(zip(range(new_done, new_at), range(old_done, old_at), strict=False))
        kept.append(old_at)
        old_done, new_done = old_at + 1, new_at + 1
    come.extend((position, None) for position in range(new_done, len(new)))
    return Difference(kept, come)


def _kept(old: Sequence[Item], new: Sequence[Item]) -> list[tuple[int, int]]:
    """Pairs of equal items, rising in both lists: the ends they share, and a rising middle."""
    start = 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    middle = _rising(_paired(old, new, start=start, end=end))
    tail = range(end, 0, -1)
    return [
        *((at, at) for at in range(start)),
        *middle,
        *((len(old) - at, len(new) - at) for at in tail),
    ]


def _paired(
    old: Sequence[Item], new: Sequence[Item], *, start: int, end: int
) -> list[tuple[int, int]]:
    """Each old position with that of its equal in ``new``: the first with the first, and so on."""
    places: dict[Item, list[int]] = {}
    for at in range(len(new) - end - 1, start - 1, -1):
        places.setdefault(new[at], []).append(at)
    pairs = ((at, places.get(old[at])) for at in range(start, len(old) - end))
    return [(at, equals.pop()) for at, equals in pairs if equals]


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of ``pairs`` whose second numbers rise (Schensted, 1961)."""
    places = [place for _, place in pairs]
    if places == sorted(places):
        return list(pairs)
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, place in enumerate(places):
        length = bisect_left(tails, place)
        tails[length : length + 1] = [place]
        ends[length : length + 1] = [at]
        before.append(ends[length - 1] if length else -1)
    run = []
    at = ends[-1] if ends else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]
