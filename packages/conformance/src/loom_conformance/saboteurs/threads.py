"""Saboteurs of threads: steps that are open in the middle, just long enough to be seen."""

import time
from collections.abc import Collection, Sequence

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore

INSTANT = 0.001
"""Seconds that a broken step stays open: any other thread runs meanwhile."""


class ReadsThenWrites(HonestStore):
    """Appends to the list as it was a moment ago."""

    caught_by = ("threads.append",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        rows = [self.row(entry) for entry in entries]
        super().append(key, [])
        before = self.lists.get(key, [])
        time.sleep(INSTANT)
        self.put(self.lists, key, [*before, *rows])


class InterleavesBatches(HonestStore):
    """Lets other writers between the entries of one append."""

    caught_by = ("threads.append", "threads.read-while-appending")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries[:1])
        for at in range(1, len(entries)):
            time.sleep(INSTANT)
            super().append(key, entries[at : at + 1])


class CopiesEverything(HonestStore):
    """Writes the whole store anew with each append."""

    caught_by = ("threads.append-to-many-keys", "threads.append")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        copied = {name: [*rows] for name, rows in [*self.lists.items()]}
        super().append(key, entries)
        after = [*self.lists.get(key, ())]
        time.sleep(INSTANT)
        self.put(copied, key, after)
        self.lists = copied


class TakesBackWhatWasSeen(HonestStore):
    """Shows an append before it is kept, and hides it again for a moment."""

    caught_by = ("threads.read-while-appending",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        before = self.lists.get(key, [])
        super().append(key, entries)
        after = self.lists.get(key, [])
        time.sleep(INSTANT)
        self.put(self.lists, key, before)
        time.sleep(INSTANT)
        self.put(self.lists, key, after)


class RebuildsItsIndex(HonestStore):
    """Has no index while it makes a new one."""

    caught_by = ("threads.search-while-appending",)

    def __init__(self) -> None:
        super().__init__()
        self.rebuilding = False

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.rebuilding = True
        time.sleep(INSTANT)
        self.rebuilding = False
        time.sleep(INSTANT)

    def searched(self, key: str) -> list[MemoryEntry]:
        entries = super().searched(key)
        return [] if self.rebuilding else entries


class WalksAChangingIndex(HonestStore):
    """Raises where its index changes under a search."""

    caught_by = ("threads.search-while-appending",)

    def searched(self, key: str) -> list[MemoryEntry]:
        before = super().searched(key)
        time.sleep(INSTANT)
        if len(super().searched(key)) != len(before):
            raise RuntimeError("dictionary changed size during iteration")
        return before


class ClearsFromTheEnd(HonestStore):
    """Clears as many rows as it counted, from the end that others append to."""

    caught_by = ("threads.clear-while-appending",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        time.sleep(5 * INSTANT)

    def clear(self, key: str) -> None:
        counted = self.grown(key, beyond=0)
        self.grown(key, beyond=counted)
        with self.step() as lists:
            self.put(lists, key, lists.get(key, [])[:-counted])

    def grown(self, key: str, *, beyond: int) -> int:
        """The length of a list that somebody may be appending to just now."""
        for _ in range(20):
            if len(self.read(key)) > beyond:
                break
            time.sleep(INSTANT)
        return len(self.read(key))


class EmptyMeanwhile(HonestStore):
    """Clears and appends to replace: there is a moment without a list."""

    caught_by = ("threads.read-while-replacing",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, [], expected=expected)
        time.sleep(INSTANT)
        super().replace(key, entries)


class MixedMeanwhile(HonestStore):
    """Writes the new list before it takes the old one away."""

    caught_by = ("threads.read-while-replacing",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, [*self.read(key), *entries], expected=expected)
        time.sleep(INSTANT)
        super().replace(key, entries)


class ComparesThenReplaces(HonestStore):
    """Compares in one step and writes in the next."""

    caught_by = ("threads.replace-what-was-read",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        if expected is not None and self.read(key):
            super().replace(key, self.read(key), expected=expected)
        time.sleep(INSTANT)
        super().replace(key, entries)


class CountsThenRemoves(HonestStore):
    """Counts in one step and removes in the next."""

    caught_by = ("threads.remove-once",)

    def remove(self, key: str, ids: Collection[str]) -> int:
        there = len(self.get(key, ids))
        time.sleep(INSTANT)
        super().remove(key, ids)
        return there
