"""Making one key's list equal to another list, so that doing it twice changes nothing."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from loom_memory_core.capability import supports
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.errors import ConflictError
from loom_memory_core.protocols import MemoryStore
from loom_memory_core.shown import shown

BATCH: Final = 1_000
"""Entries to one append: a killed run loses no more than this."""


class Policy(StrEnum):
    """What to do with a stored list that the new one does not continue.

    A stored list that is equal to the new one, or a prefix of it, needs no policy.
    """

    REFUSE = "refuse"
    """Raise, and leave it."""

    APPEND = "append"
    """Put the new list behind it; the part that an earlier run left there is not repeated."""

    REPLACE = "replace"
    """Make the new list the whole list: in one step where the store has ``replace``, else by
    clearing and appending, so that a crash between the two leaves a part; run it again."""


class Difference(NamedTuple):
    """Where two lists part."""

    position: int
    """The first position at which they differ, from 0."""

    stored: int
    """How many entries the stored list has."""


class Change(NamedTuple):
    """What was done to one list."""

    kind: Literal["unchanged", "appended", "replaced"]
    written: int
    """Entries written."""


class ListConflictError(ConflictError):
    """The stored list of a key is another list than the new one."""

    difference: Difference

    def __init__(self, message: str, *, difference: Difference) -> None:
        super().__init__(
            message,
            hint="append to it (--append), replace it (--replace), or load into another store",
        )
        self.difference = difference


class ListWriter:
    """Writes lists into a store so that writing one twice changes nothing.

    Args:
        store: Takes the lists.
        policy: What to do with a stored list that is another list.
        step: Told of each batch how many more entries are in place.

    Raises:
        TypeError: The policy is not a ``Policy``; its text is not one.
    """

    def __init__(self, store: MemoryStore, *, policy: Policy, step: Callable[[int], None]) -> None:
        self._store = store
        self._policy = _checked_policy(policy)
        self._step = step

    def write(self, key: str, entries: Sequence[MemoryEntry]) -> Change:
        """Make the list of ``key`` equal to ``entries``.

        A stored list that is a prefix of it is continued, an equal one is left.

        Raises:
            ListConflictError: It is another list, and the policy is to refuse.
        """
        stored = [entry.to_json() for entry in self._store.read(key)]
        wanted = [entry.to_json() for entry in entries]
        start = _first_difference(stored, wanted)
        if start < len(stored):
            if self._policy is Policy.REFUSE:
                raise _conflict(key, Difference(start, len(stored)))
            if self._policy is Policy.REPLACE:
                return self._replace(key, entries)
            start = _overlap(stored, wanted)
        self._step(start)
        return self._append(key, entries[start:])

    def _append(self, key: str, entries: Sequence[MemoryEntry]) -> Change:
        for at in range(0, len(entries), BATCH):
            batch = entries[at : at + BATCH]
            self._store.append(key, batch)
            self._step(len(batch))
        return Change("appended" if entries else "unchanged", len(entries))

    def _replace(self, key: str, entries: Sequence[MemoryEntry]) -> Change:
        if supports(self._store, "replace"):
            self._store.replace(key, entries)
            self._step(len(entries))
        else:
            self._store.clear(key)
            self._append(key, entries)
        return Change("replaced", len(entries))


def _checked_policy(policy: object) -> Policy:
    if isinstance(policy, Policy):
        return policy
    raise TypeError(
        f"policy is {shown(policy)}, a {type(policy).__name__}; pass a Policy: Policy.REFUSE"
    )


def _conflict(key: str, difference: Difference) -> ListConflictError:
    return ListConflictError(
        f"key {key!r} holds {difference.stored} entries that differ from the new list, "
        f"first at position {difference.position}",
        difference=difference,
    )


def _first_difference(stored: Sequence[str], wanted: Sequence[str]) -> int:
    for at, (one, other) in enumerate(zip(stored, wanted, strict=False)):
        if one != other:
            return at
    return min(len(stored), len(wanted))


def _overlap(stored: Sequence[str], wanted: Sequence[str]) -> int:
    """How many entries ``wanted`` begins with that ``stored`` ends with.

    The prefix function of Knuth, Morris and Pratt (SIAM J. Comput. 6, 1977) over the two
    lists with a mark between them, so the time is linear.
    """
    texts: list[str | None] = [*wanted, None, *stored]
    matched = [0] * len(texts)
    for at in range(1, len(texts)):
        length = matched[at - 1]
        while length and texts[length] != texts[at]:
            length = matched[length - 1]
        matched[at] = length + 1 if texts[length] == texts[at] else 0
    return matched[-1]
