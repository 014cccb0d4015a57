"""Saboteurs of get: which rows come, and in which order."""

from collections.abc import Collection

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore, Lists


class GetsBareEntries(HonestStore):
    """Gives the content and the id of what has the ids."""

    caught_by = ("get.by-id",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return [MemoryEntry(content=each.content, id=each.id) for each in super().get(key, ids)]


class GetsInTheOrderOfIds(HonestStore):
    """Gives entries in the order of the ids."""

    caught_by = ("get.append-order",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        entries = super().get(key, ids)
        order = list(dict.fromkeys(ids))
        return sorted(entries, key=lambda entry: order.index(entry.id))


class GetsNewestFirst(HonestStore):
    """Gives the newest first."""

    caught_by = ("get.append-order", "get.after-replace", "get.any-collection")

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return super().get(key, ids)[::-1]


class GetsOneRow(HonestStore):
    """Gives one row of each id."""

    caught_by = ("get.every-row-of-an-id",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return list({entry.id: entry for entry in super().get(key, ids)}.values())


class GetsForEachId(HonestStore):
    """Gives a row as often as its id was given."""

    caught_by = ("get.every-row-of-an-id",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        entries = super().get(key, ids)
        return [entry for entry in entries for _ in range(list(ids).count(entry.id))]


class GetsOrFails(HonestStore):
    """Raises where an id is unknown."""

    caught_by = ("get.unknown-ids", "get.after-replace", "get.impossible-ids")

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        entries = super().get(key, ids)
        if missing := set(ids).difference(entry.id for entry in entries):
            raise KeyError(*sorted(missing)[:1])
        return entries


class GetsNoneForUnknown(HonestStore):
    """Gives None in the place of an unknown id."""

    caught_by = ("get.unknown-ids",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        entries = super().get(key, ids)
        unknown = set(ids).difference(entry.id for entry in entries)
        return [*entries, *[None for _ in unknown]]  # type: ignore[list-item]


class GetsAllWithoutIds(HonestStore):
    """Gives everything when no ids are given."""

    caught_by = ("get.no-ids",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        entries = super().get(key, ids)
        return entries if ids else self.read(key)


class GetsFromEverywhere(HonestStore):
    """Gives the entries of every list that have the ids."""

    caught_by = ("get.only-this-key",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        super().get(key, ids)
        return [each for name in [*self.lists] for each in HonestStore.get(self, name, ids)]


class RemembersIds(HonestStore):
    """Looks ids up in a map from which nothing is ever taken."""

    caught_by = ("get.after-replace", "get.after-clear", "get.after-remove")

    def __init__(self) -> None:
        super().__init__()
        self.map: dict[str, list[str]] = {}

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        known = self.map.setdefault(key, [])
        known += [row for row in rows if row not in known]

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        current = super().get(key, ids)
        known = [self.entry(row) for row in self.map.get(key, ())]
        stale = [entry for entry in known if entry.id in ids and entry not in current]
        return [*stale, *current]
