"""Saboteurs of remove: which rows go, and what is said of them."""

from collections.abc import Collection, Sequence

from loom_memory_core import MemoryEntry, check_ids

from loom_conformance.saboteurs.honest import HonestStore


class RemovesNothing(HonestStore):
    """Counts, and removes nothing."""

    caught_by = (
        "remove.by-id",
        "remove.twice",
        "keys.only-with-entries-after-remove",
        "get.after-remove",
    )

    def remove(self, key: str, ids: Collection[str]) -> int:
        return len(self.get(key, ids))


class TurnsTheRest(HonestStore):
    """Writes what is left in another order."""

    caught_by = ("remove.by-id",)

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        self.replace(key, self.read(key)[::-1])
        return gone


class CountsIds(HonestStore):
    """Counts the ids that it was given."""

    caught_by = ("remove.counts-rows", "remove.unknown-ids", "remove.twice", "threads.remove-once")

    def remove(self, key: str, ids: Collection[str]) -> int:
        super().remove(key, ids)
        return len(ids)


class CountsDistinctIds(HonestStore):
    """Counts the ids that it found, and not their rows."""

    caught_by = ("remove.counts-rows",)

    def remove(self, key: str, ids: Collection[str]) -> int:
        found = {entry.id for entry in self.get(key, ids)}
        super().remove(key, ids)
        return len(found)


class RemovesOneRow(HonestStore):
    """Removes the first row of each id."""

    caught_by = ("remove.every-row-of-an-id", "remove.counts-rows")

    def remove(self, key: str, ids: Collection[str]) -> int:
        entries, gone = self.read(key), self.get(key, ids)
        first = {entry.id: at for at, entry in reversed(list(enumerate(entries)))}
        places = {first[entry.id] for entry in gone}
        self.replace(key, [each for at, each in enumerate(entries) if at not in places])
        return len(places)


class RemovesEqualEntries(HonestStore):
    """Removes the rows that equal the first one of each id."""

    caught_by = ("remove.every-row-of-an-id",)

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = {entry.id: entry for entry in self.get(key, ids)[::-1]}
        entries = self.read(key)
        kept = [entry for entry in entries if entry not in gone.values()]
        self.replace(key, kept)
        return len(entries) - len(kept)


class UnknownIdsFail(HonestStore):
    """Raises where there is nothing to remove."""

    caught_by = ("remove.unknown-ids", "remove.no-ids", "remove.twice")

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        if not gone:
            raise LookupError(f"no entry with {ids}")
        return gone


class NoIdsMeanAll(HonestStore):
    """Removes everything when no ids are given."""

    caught_by = ("remove.no-ids",)

    def remove(self, key: str, ids: Collection[str]) -> int:
        entries = self.read(key)
        if ids == []:
            self.clear(key)
        return super().remove(key, ids) or (0 if ids else len(entries))


class ChecksIds(HonestStore):
    """Refuses ids that no entry can have."""

    caught_by = ("remove.impossible-ids", "get.impossible-ids")

    def remove(self, key: str, ids: Collection[str]) -> int:
        return super().remove(key, _checked(ids))

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return super().get(key, _checked(ids))


def _checked(ids: Collection[str]) -> Collection[str]:
    for each in ids:
        if isinstance(each, str):
            MemoryEntry(content=None, id=each)
    return ids


class RemovesLike(HonestStore):
    """Compares ids by a collation that knows neither case nor blanks at the end."""

    caught_by = ("remove.exact-ids", "get.exact-ids")

    def remove(self, key: str, ids: Collection[str]) -> int:
        return super().remove(key, self.alike(key, ids))

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return super().get(key, self.alike(key, ids))

    def alike(self, key: str, ids: Collection[str]) -> Collection[str]:
        """The ids of the list that compare equal to one of these."""
        wanted = {each.strip().lower() for each in check_ids(ids)}
        return [each.id for each in self.read(key) if each.id.strip().lower() in wanted]


class ListsOfIdsOnly(HonestStore):
    """Joins the ids with a list of its own, which takes nothing but a list."""

    caught_by = ("remove.any-collection", "get.any-collection")

    def remove(self, key: str, ids: Collection[str]) -> int:
        if isinstance(ids, set | tuple | frozenset) and ids:
            raise TypeError("can only concatenate list")
        return super().remove(key, ids)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        if isinstance(ids, set | tuple | frozenset) and ids:
            raise TypeError("can only concatenate list")
        return super().get(key, ids)


class RemovesEverywhere(HonestStore):
    """Removes the ids from every list."""

    caught_by = ("remove.only-this-key",)

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        for name in [*self.lists]:
            super().remove(name, ids)
        return gone


class MarksTheRemoved(HonestStore):
    """Hides the ids that were removed, for all time."""

    caught_by = ("remove.then-append",)

    def __init__(self) -> None:
        super().__init__()
        self.hidden: set[tuple[str, str]] = set()

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        self.hidden |= {(key, each) for each in ids}
        return gone

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key)
        shown = [entry for entry in entries if (key, entry.id) not in self.hidden]
        return shown if len(shown) < len(entries) else super().read(key, limit=limit)


class FillsTheGap(HonestStore):
    """Puts the next entry where a removed one stood."""

    caught_by = ("remove.then-append",)

    def __init__(self) -> None:
        super().__init__()
        self.gaps = 0

    def remove(self, key: str, ids: Collection[str]) -> int:
        gone = super().remove(key, ids)
        self.gaps += gone
        return gone

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        if self.gaps:
            self.gaps = 0
            stored = self.read(key)
            self.replace(key, [*stored[:1], *entries, *stored[1 : len(stored) - len(entries)]])


class AThousandIds(HonestStore):
    """Binds a parameter for each id, of which the engine has 999."""

    caught_by = ("remove.many-ids", "get.many-ids")

    def remove(self, key: str, ids: Collection[str]) -> int:
        return super().remove(key, _bound(ids))

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return super().get(key, _bound(ids))


def _bound(ids: Collection[str]) -> Collection[str]:
    if hasattr(ids, "__len__") and len(ids) > 999:
        raise OverflowError("too many SQL variables")
    return ids
