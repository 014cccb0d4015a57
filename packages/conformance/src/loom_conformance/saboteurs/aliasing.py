"""Saboteurs of aliasing: what a caller still holds reaches the store."""

from collections.abc import Collection, Sequence

from loom_memory_core import MemoryEntry, SearchHit

from loom_conformance.saboteurs.honest import HonestStore


class Aliases(HonestStore):
    """Keeps the objects of some entries, and reads rows back as them: none, while honest."""

    def __init__(self) -> None:
        super().__init__()
        self.objects: dict[str, MemoryEntry] = {}

    def keep(self, entries: Sequence[MemoryEntry]) -> None:
        """From now on, read the rows of these entries as the very objects."""
        self.objects.update({each.to_json(): each for each in entries})

    def known(self, entries: Sequence[MemoryEntry]) -> list[MemoryEntry]:
        """The entries, as kept objects where there are."""
        return [self.objects.get(each.to_json(), each) for each in entries]


class KeepsAppendedObjects(HonestStore):
    """Turns what was appended into a row only when it is read."""

    caught_by = ("aliasing.appended-entries",)

    def __init__(self) -> None:
        super().__init__()
        self.fresh: list[tuple[str, MemoryEntry]] = []

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [])
        self.fresh += [(key, entry) for entry in entries]

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        while self.fresh:
            name, entry = self.fresh.pop(0)
            super().append(name, [entry])
        return super().read(key, limit=limit)


class KeepsReplacedObjects(HonestStore):
    """Writes what was replaced when it is read."""

    caught_by = ("aliasing.replaced-entries",)

    def __init__(self) -> None:
        super().__init__()
        self.fresh: dict[str, Sequence[MemoryEntry]] = {}

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, entries, expected=expected)
        self.fresh[key] = entries

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        if key in self.fresh:
            super().replace(key, self.fresh.pop(key))
        return super().read(key, limit=limit)


class KeepsTheList(HonestStore):
    """Keeps the list that was appended, and copies its entries later."""

    caught_by = ("aliasing.the-list-itself",)

    def __init__(self) -> None:
        super().__init__()
        self.fresh: dict[str, Sequence[MemoryEntry]] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        if self.lists.get(key):
            super().append(key, entries)
        else:
            super().append(key, [])
            self.fresh[key] = entries

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        if key in self.fresh:
            super().append(key, self.fresh.pop(key))
        return super().read(key, limit=limit)


class GivesItsObjects(Aliases):
    """Gives the same objects to every reader, as a cache of entries does."""

    caught_by = ("aliasing.read-entries",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = self.known(super().read(key, limit=limit))
        self.keep(entries)
        return entries


class GivesItsList(HonestStore):
    """Gives the list that it holds."""

    caught_by = ("aliasing.the-list-that-read-gave",)

    def __init__(self) -> None:
        super().__init__()
        self.given: dict[str, list[MemoryEntry]] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.given.pop(key, None)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        return self.given.setdefault(key, entries) if limit is None else entries


class GivesFoundObjects(Aliases):
    """Gives the same objects to everybody who finds them."""

    caught_by = ("aliasing.found-entries",)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        hits = super().search(key, query, limit=limit)
        entries = self.known([hit.entry for hit in hits])
        self.keep(entries)
        return [hit._replace(entry=entry) for hit, entry in zip(hits, entries, strict=True)]


class GivesGotObjects(Aliases):
    """Gives the same objects to everybody who asks for their ids."""

    caught_by = ("aliasing.got-entries",)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        entries = self.known(super().get(key, ids))
        self.keep(entries)
        return entries
