"""Taking entries out of a list by the best way that its store has, and what each way risks.

``remove`` takes them by id, so an append that lands meanwhile survives. ``replace`` writes the
rest in one step, and is tried again when the list has changed since it was read. A store with
the three required verbs is cleared and appended to: a process that dies between the two loses
the list, an append that lands before the clear is lost, and one that lands after it comes to
stand before the rest.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple

from loom_memory_core import (
    ConflictError,
    MemoryEntry,
    MemoryStore,
    supports,
)

from loom_memory_runtime.tier import TierPolicy

ATTEMPTS: Final = 8
"""How often a list that others keep changing is read and replaced before giving up."""


class Split(NamedTuple):
    """A list as it was read, and as it should become."""

    before: list[MemoryEntry]
    """The whole list."""

    kept: list[MemoryEntry]
    """What stays, in order."""

    gone: list[MemoryEntry]
    """What is to go, in order."""


Splitter = Callable[[list[MemoryEntry]], Split]
"""Says of a list, as it was read, what stays and what goes."""


def is_expired(entry: MemoryEntry, *, policy: TierPolicy, now: datetime) -> bool:
    """Whether the entry's time is over: from exactly ``ttl_seconds`` on."""
    if policy.ttl_seconds is None or entry.timestamp is None:
        return False
    return (now - entry.timestamp).total_seconds() >= policy.ttl_seconds


def split_by(entries: list[MemoryEntry], is_kept: Callable[[MemoryEntry], bool]) -> Split:
    """The list split by a question to each entry."""
    split = Split(entries, [], [])
    for entry in entries:
        (split.kept if is_kept(entry) else split.gone).append(entry)
    return split


def split_over(split: Split, most: int) -> Split:
    """The same with the newest ``most`` of what it keeps."""
    cut = max(len(split.kept) - most, 0)
    return Split(split.before, split.kept[cut:], split.gone + split.kept[:cut])


class Taken(NamedTuple):
    """What came of taking entries out of a list."""

    kept: list[MemoryEntry]
    """What stays of the list as it was last read."""

    went: int
    """How many entries went."""


def take_out(store: MemoryStore, key: str, splitter: Splitter) -> Taken:
    """Write a list without what is to go, in one step where the store can.

    Nothing to take out: nothing is written. A list that others change faster than it can be
    replaced is left as it is, for the next time.

    Args:
        store: Any store.
        key: Names the list.
        splitter: Decides; asked again when the list has changed.
    """
    split = splitter(store.read(key))
    for _ in range(ATTEMPTS):
        if not split.gone:
            break
        went = _take_out(store, key, split)
        if went is not None:
            return Taken(split.kept, went)
        split = splitter(store.read(key))
    return Taken(split.kept, 0)


def rewrite(store: MemoryStore, key: str, split: Split) -> bool:
    """Make what is kept the whole list; false if the list has changed since it was read.

    In one step where the store has ``replace``, else by clearing and appending.
    """
    if not supports(store, "replace"):
        store.clear(key)
        store.append(key, split.kept)
        return True
    try:
        store.replace(key, split.kept, expected=[entry.id for entry in split.before])
    except ConflictError:
        return False
    return True


def _take_out(store: MemoryStore, key: str, split: Split) -> int | None:
    """How many entries went; ``None`` if the list has changed since it was read."""
    # Ids are not unique, and a removal takes every row that has one.
    kept_ids = {entry.id for entry in split.kept}
    ids = {entry.id for entry in split.gone} - kept_ids
    is_exact = all(entry.id in ids for entry in split.gone)
    if not supports(store, "remove") or (supports(store, "replace") and not is_exact):
        return len(split.gone) if rewrite(store, key, split) else None
    return store.remove(key, sorted(ids)) if ids else 0
