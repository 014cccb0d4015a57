"""Which rows of a list can stay when another list takes its place."""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Step(NamedTuple):
    """One place of the new list."""

    new: int
    """Its position in the new list."""

    old: int | None
    """The position in the old list whose slot it takes; ``None`` is a slot behind them all."""

    keep: bool
    """Whether the old row stays as it is."""


def difference(old: Sequence[Item], new: Sequence[Item]) -> list[Step]:
    """How to turn ``old`` into ``new`` while touching few rows; order never changes.

    Rows that stay keep their slot. A new item between two of them takes the slot of a row
    that goes from just there; from the first place without such a slot on, everything new
    goes behind the end. Old positions that no step names are dropped.

    Examples:
        >>> [(step.old, step.keep) for step in difference("abc", "bcd")]
        [(1, True), (2, True), (None, False)]
    """
    steps: list[Step] = []
    used = 0  # old positions before it are taken or dropped
    pairs = [*_kept(old, new), (len(old), len(new))]
    done = 0
    for old_at, new_at in pairs:
        last = old_at == len(old)
        if not last and new_at - done > old_at - used:
            break
        for position in range(done, new_at):
            slot = None if last else used + position - done
            steps.append(Step(position, slot, keep=False))
        if last:
            return steps
        steps.append(Step(new_at, old_at, keep=True))
        used, done = old_at + 1, new_at + 1
    steps.extend(Step(position, None, keep=False) for position in range(done, len(new)))
    return steps


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
    places: defaultdict[Item, deque[int]] = defaultdict(deque)
    for at in range(start, len(new) - end):
        places[new[at]].append(at)
    found = []
    for at in range(start, len(old) - end):
        equals = places.get(old[at])
        if equals:
            found.append((at, equals.popleft()))
    return found


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of ``pairs`` whose second numbers rise (Schensted, 1961)."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
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
