"""Saboteurs of replace: the list afterwards is not the one that was given."""

from collections.abc import Sequence
from datetime import UTC, datetime

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore, Lists


class Rewrites(HonestStore):
    """Replaces a list by what it makes of the old one and the new one: the new one, honestly."""

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        with self.lock:
            old = HonestStore.read(self, key)
            super().replace(key, entries, expected=expected)
            new = HonestStore.read(self, key)
            super().replace(key, self.rewritten(old, new))

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        """The list afterwards."""
        return new


class ReplaceAppends(Rewrites):
    """Adds the new list to the old one."""

    caught_by = ("replace.the-whole-list", "inspect.counts-after-changes")

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        return [*old, *(entry for entry in new if entry not in old)]


class UpdatesOnly(Rewrites):
    """Updates the list of a key that is there, and makes none."""

    caught_by = ("replace.unknown-key", "replace.expected-empty")

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        return new if old else []


class NothingToDo(Rewrites):
    """Returns early where the new list is empty."""

    caught_by = ("replace.with-nothing", "keys.only-with-entries-after-replace")

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        return new or old


class LeavesAnEmptyList(HonestStore):
    """Keeps the row of a list that was replaced by nothing."""

    caught_by = ("keys.only-with-entries-after-replace", "inspect.counts-after-changes")

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected)
        self.lists.setdefault(key, [])


class KeepsTheOldOrder(Rewrites):
    """Writes only what is new, and leaves what was there at its old place."""

    caught_by = (
        "replace.every-difference",
        "search.ties-after-replace",
        "replace.limits-afterwards",
    )

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        stayed = [entry for entry in old if entry in new]
        return [*stayed, *(entry for entry in new if entry not in stayed)]


class ComparesLengths(Rewrites):
    """Takes a list of the same length and the same ends for the same list."""

    caught_by = ("replace.changes-content-under-one-id", "upkeep.replaced-under-one-id")

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        same = [entry.id for entry in old] == [entry.id for entry in new]
        return old if same else new


class MergesEqualEntries(Rewrites):
    """Writes an entry that stands twice in the new list once."""

    caught_by = ("replace.keeps-equal-entries", "replace.every-difference")

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        del old
        return list(dict.fromkeys(new))


class StampsRewritten(Rewrites):
    """Gives every entry it writes the time of the writing."""

    caught_by = ("replace.keeps-times-and-ids", "replace.the-whole-list")

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        del old
        return [entry.model_copy(update={"timestamp": datetime.now(UTC)}) for entry in new]


class AppendsBeforeTheRewritten(HonestStore):
    """Numbers a rewritten list so high that what is appended later stands before it."""

    caught_by = ("replace.then-append",)

    def __init__(self) -> None:
        super().__init__()
        self.rewritten: dict[str, int] = {}

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected)
        self.rewritten[key] = len(entries)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        stored, moved = self.read(key), self.rewritten.get(key, 0)
        super().replace(key, [*stored[moved:], *stored[:moved]])


class NewestByTheOldNumbers(HonestStore):
    """Reads the newest by the numbers that rows had before they were moved."""

    caught_by = ("replace.limits-afterwards",)

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        for row in rows:
            self.numbers.setdefault(row, len(self.numbers))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        if not limit:
            return entries
        by_number = sorted(super().read(key), key=lambda each: self.numbers[each.to_json()])
        return by_number[-limit:]


class ReplacesByPrefix(HonestStore):
    """Deletes with the prefix of the key before it writes the new list."""

    caught_by = ("replace.only-this-key",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected)
        for name in [*self.lists]:
            if name.startswith(f"{key}/"):
                del self.lists[name]


class ReplacesAPage(Rewrites):
    """Writes the first five hundred entries."""

    caught_by = ("replace.long-list",)

    def rewritten(self, old: list[MemoryEntry], new: list[MemoryEntry]) -> list[MemoryEntry]:
        del old
        return new[:500]
