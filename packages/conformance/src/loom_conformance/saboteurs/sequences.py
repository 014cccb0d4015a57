"""Saboteurs of sequences: each verb is right, and two of them in a row are not."""

from collections.abc import Collection, Sequence

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore


class LeavesATransactionOpen(HonestStore):
    """Loses the append that follows a remove which found nothing: it was never committed."""

    caught_by = ("model.agrees-with-the-reference",)

    def __init__(self) -> None:
        super().__init__()
        self.uncommitted: set[str] = set()

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        self.uncommitted.update([] if gone else [key])
        return gone

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [] if key in self.uncommitted else entries)
        self.uncommitted.discard(key)


class RemoveTwice(HonestStore):
    """Removes from a list once, and then no more until something is appended."""

    caught_by = ("remove.exact-ids", "remove.any-collection")

    def __init__(self) -> None:
        super().__init__()
        self.removed: set[str] = set()

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.removed.discard(key)

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, [] if key in self.removed else ids)
        self.removed.update([key] if gone else [])
        return gone
