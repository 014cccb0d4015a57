"""Saboteurs of upkeep: an index that is not told what went, and finds it."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from loom_memory_core import ConflictError, InvalidEntryError, MemoryEntry

from loom_conformance.saboteurs.durable import DurableStore
from loom_conformance.saboteurs.honest import HonestStore


class Graveyard(HonestStore):
    """Searches the rows of a list, and those that lie buried beside it: none, while honest."""

    def __init__(self) -> None:
        super().__init__()
        self.dead: dict[str, list[MemoryEntry]] = {}

    def bury(self, key: str, entries: Iterable[MemoryEntry]) -> None:
        """Leave rows in the index that are not in the list."""
        self.dead.setdefault(key, []).extend(entries)

    def searched(self, key: str) -> list[MemoryEntry]:
        return [*self.dead.get(key, ()), *super().searched(key)]


class KeepsTheCleared(Graveyard):
    """Clears the list and not its index."""

    caught_by = ("upkeep.cleared", "upkeep.cleared-and-used-again", "upkeep.many-rounds")

    def clear(self, key: str) -> None:
        self.bury(key, self.read(key))
        super().clear(key)


class ClearsWhatIsFound(Graveyard):
    """Hides the index of an empty list, and shows it when the key is used again."""

    caught_by = ("upkeep.cleared-and-used-again", "upkeep.many-rounds")

    def clear(self, key: str) -> None:
        self.bury(key, self.read(key))
        super().clear(key)

    def searched(self, key: str) -> list[MemoryEntry]:
        return super().searched(key) if self.read(key) else []


class ClearsTheIndexOnce(Graveyard):
    """Forgets to clear the index in every tenth round."""

    caught_by = ("upkeep.many-rounds",)

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0

    def clear(self, key: str) -> None:
        self.rounds += 1
        if self.rounds % 10 == 0:
            self.bury(key, self.read(key))
        super().clear(key)


class ClearsTheWholeIndex(HonestStore):
    """Clears the index of every list with the list of one key."""

    caught_by = ("upkeep.cleared-elsewhere",)

    def __init__(self) -> None:
        super().__init__()
        self.lost: set[str] = set()

    def clear(self, key: str) -> None:
        super().clear(key)
        self.lost.update(self.lists)

    def searched(self, key: str) -> list[MemoryEntry]:
        entries = super().searched(key)
        return [] if key in self.lost else entries


class KeepsTheReplaced(Graveyard):
    """Adds the new list to the index, and leaves the old one there."""

    caught_by = ("upkeep.replaced", "upkeep.replaced-under-one-id", "search.ties-after-replace")

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        old = self.read(key)
        super().replace(key, entries, expected=expected)
        self.bury(key, old)


class IndexesNewIdsOnly(HonestStore):
    """Keeps an index row for each id, and never writes one again."""

    caught_by = ("upkeep.replaced-under-one-id",)

    def __init__(self) -> None:
        super().__init__()
        self.first: dict[str, MemoryEntry] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.first |= {each.id: each for each in entries if each.id not in self.first}

    def text(self, entry: MemoryEntry) -> str:
        return super().text(self.first.get(entry.id, entry))


class NothingToIndex(Graveyard):
    """Writes an index row again only where the new text has a term."""

    caught_by = ("upkeep.replaced-by-nothing-to-search",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        old = {each.id: each for each in self.read(key)}
        super().replace(key, entries, expected=expected)
        silent = [each for each in entries if not self.terms(each)]
        self.bury(key, [old[each.id] for each in silent if each.id in old])


class LosesTheKept(HonestStore):
    """Takes rows that replace keeps out of the index with those that went."""

    caught_by = ("upkeep.kept-by-replace", "search.ties-after-replace")

    def __init__(self) -> None:
        super().__init__()
        self.lost: set[str] = set()

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        old = {each.id for each in self.read(key)}
        super().replace(key, entries, expected=expected)
        self.lost |= old & {each.id for each in entries}

    def searched(self, key: str) -> list[MemoryEntry]:
        return [entry for entry in super().searched(key) if entry.id not in self.lost]


class IndexesTheKeptAgain(Graveyard):
    """Adds rows that replace keeps to the index once more."""

    caught_by = ("upkeep.kept-by-replace", "search.ties-after-replace")

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        old = self.read(key)
        super().replace(key, entries, expected=expected)
        self.bury(key, [each for each in entries if each in old])


class KeepsTheRemoved(Graveyard):
    """Removes rows from the list and not from its index."""

    caught_by = ("upkeep.removed", "upkeep.one-of-two-equals-removed")

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = self.get(key, ids)
        self.bury(key, gone)
        return super().remove(key, ids)


class RemovesTheText(HonestStore):
    """Takes every row with the text of a removed one out of the index."""

    caught_by = ("upkeep.one-of-two-equals-removed",)

    def __init__(self) -> None:
        super().__init__()
        self.lost: set[str] = set()

    def remove(self, key: str, ids: Collection[str]) -> int:
        self.lost.update(self.text(entry) for entry in self.get(key, ids))
        return super().remove(key, ids)

    def searched(self, key: str) -> list[MemoryEntry]:
        return [entry for entry in super().searched(key) if self.text(entry) not in self.lost]


class IndexesBeforeItChecks(Graveyard):
    """Indexes an append before it knows that it can be stored."""

    caught_by = ("upkeep.refused-append",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        try:
            super().append(key, entries)
        except InvalidEntryError:
            self.bury(key, entries[:1])
            raise


class IndexesBeforeItCompares(Graveyard):
    """Indexes a new list before it knows whether the old one is the expected one."""

    caught_by = ("upkeep.refused-replace",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        try:
            super().replace(key, entries, expected=expected)
        except ConflictError:
            self.bury(key, entries)
            raise


class LoadsAnOldIndex(DurableStore):
    """Loads an index when it opens a file, from which nothing was ever taken."""

    caught_by = (
        "upkeep.after-reopen",
        "upkeep.replaced-after-reopen",
        "upkeep.removed-after-reopen",
    )

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        with self.step() as lists:
            self.old = {name: lists[name] for name in lists if name.startswith("index of ")}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        super().append(f"index of {key}", entries)

    def searched(self, key: str) -> list[MemoryEntry]:
        rows = self.old.get(f"index of {key}", [])
        return [*map(self.entry, rows), *super().searched(key)]
