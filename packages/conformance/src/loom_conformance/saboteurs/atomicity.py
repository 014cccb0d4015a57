"""Saboteurs of atomicity: half a batch is stored, or a refusal leaves something behind."""

from collections.abc import Sequence

from loom_memory_core import InvalidEntryError, MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore


class RowByRow(HonestStore):
    """Stores each entry in a step of its own, so the good ones before a bad one stay."""

    caught_by = ("append.all-or-none", "upkeep.refused-append", "append.works-after-a-refusal")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [])
        for entry in entries:
            super().append(key, [entry])


class SkipsBadEntries(HonestStore):
    """Drops what it cannot store, and says nothing."""

    caught_by = ("append.all-or-none",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [])
        for entry in entries:
            try:
                super().append(key, [entry])
            except InvalidEntryError:
                continue


class StaysInTransaction(HonestStore):
    """Leaves its transaction open after a refusal: the next append commits the half batch."""

    caught_by = ("append.works-after-a-refusal", "upkeep.refused-append")

    def __init__(self) -> None:
        super().__init__()
        self.left: list[MemoryEntry] = []

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        try:
            super().append(key, [*self.left, *entries] if self.left else entries)
        except InvalidEntryError:
            self.left = list(entries[:1])
            raise
        self.left = []


class BrokenAfterRefusal(HonestStore):
    """Loses the append that follows a refused one, in a transaction that was aborted."""

    caught_by = ("append.works-after-a-refusal",)

    def __init__(self) -> None:
        super().__init__()
        self.aborted = False

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        try:
            super().append(key, [] if self.aborted else entries)
        except InvalidEntryError:
            self.aborted = True
            raise


class ClearsThenAppends(HonestStore):
    """Replaces in two steps: when the second is refused, the list is gone."""

    caught_by = ("replace.all-or-none", "upkeep.refused-replace")

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, [], expected=expected)
        self.append(key, entries)


class ReplacesRowByRow(HonestStore):
    """Writes a new list entry by entry: those before a bad one are there."""

    caught_by = ("replace.all-or-none", "upkeep.refused-replace")

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        for end in range(len(entries) + 1):
            super().replace(key, entries[:end], expected=expected if end == 0 else None)
