"""Saboteurs of clear: something is left, or the key cannot be used again."""

from collections.abc import Sequence

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore


class ClearsAllButOne(HonestStore):
    """Leaves the newest entry."""

    caught_by = ("clear.empties-the-list", "clear.twice")

    def clear(self, key: str) -> None:
        self.replace(key, self.read(key, limit=1))


class ClearsTheLastAppend(HonestStore):
    """Clears what the last append wrote, and not what was there before."""

    caught_by = ("clear.empties-the-list",)

    def __init__(self) -> None:
        super().__init__()
        self.newest = 0

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.newest = len(entries)

    def clear(self, key: str) -> None:
        self.replace(key, self.read(key)[: -self.newest or None])


class ClearsOnlyWhatIsThere(HonestStore):
    """Raises where there is no list to clear."""

    caught_by = ("clear.unknown-key", "clear.twice", "keys.reading-creates-nothing")

    def clear(self, key: str) -> None:
        there = self.read(key)
        super().clear(key)
        if not there:
            raise LookupError(key)


class ClearsOnce(HonestStore):
    """Raises when a list that it cleared is cleared again."""

    caught_by = ("clear.twice",)

    def __init__(self) -> None:
        super().__init__()
        self.cleared: set[str] = set()

    def clear(self, key: str) -> None:
        super().clear(key)
        if key in self.cleared:
            raise LookupError(key)
        self.cleared.add(key)


class HidesTheList(HonestStore):
    """Marks a list as cleared, and takes the mark away with the next append."""

    caught_by = ("clear.then-append",)

    def __init__(self) -> None:
        super().__init__()
        self.hidden: set[str] = set()

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.hidden.discard(key)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        return [] if key in self.hidden else entries

    def clear(self, key: str) -> None:
        self.read(key)
        self.hidden.add(key)


class ClearedForGood(HonestStore):
    """Remembers that a list was cleared, and keeps it empty."""

    caught_by = ("clear.then-append", "upkeep.cleared-and-used-again", "get.after-clear")

    def __init__(self) -> None:
        super().__init__()
        self.cleared: set[str] = set()

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        if key in self.cleared:
            super().clear(key)

    def clear(self, key: str) -> None:
        super().clear(key)
        self.cleared.add(key)


class ClearsOnePage(HonestStore):
    """Deletes the first thousand rows."""

    caught_by = ("clear.long-list",)

    def clear(self, key: str) -> None:
        self.replace(key, self.read(key)[1_000:])
