"""Saboteurs of read: what a limit means, and what comes of a key that nobody wrote to."""

from collections.abc import Sequence

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore


class UnknownKeyFails(HonestStore):
    """Has no list for a key that nobody wrote to, and says so by raising."""

    caught_by = ("read.unknown-key", "append.nothing", "clear.empties-the-list")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        if key not in self.lists:
            raise KeyError(key)
        return entries


class GivesDicts(HonestStore):
    """Gives rows where entries were promised."""

    caught_by = ("read.gives-a-list-of-entries", "append.order")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return [dict(entry) for entry in super().read(key, limit=limit)]  # type: ignore[misc]


class GivesTuples(HonestStore):
    """Gives a tuple where a list was promised."""

    caught_by = ("read.gives-a-list-of-entries", "read.unknown-key")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return tuple(super().read(key, limit=limit))  # type: ignore[return-value]


class OneAppendBehind(HonestStore):
    """Shows what was appended only after the next append."""

    caught_by = ("read.appended-at-once", "search.appended-at-once")

    def __init__(self) -> None:
        super().__init__()
        self.waiting: tuple[str, Sequence[MemoryEntry]] | None = None

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        if self.waiting:
            super().append(*self.waiting)
        self.waiting = (key, entries)


class TakesAway(HonestStore):
    """Reads as from a queue: what was read is gone."""

    caught_by = ("read.twice",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        self.clear(key)
        return entries


class OldestFirst(HonestStore):
    """Takes a limit from the wrong end."""

    caught_by = (
        "read.limit-takes-the-newest",
        "read.limit-takes-the-newest-across-appends",
        "clear.then-append",
        "replace.limits-afterwards",
    )

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        super().read(key, limit=limit)
        return super().read(key)[:limit]


class NewestFirst(HonestStore):
    """Gives the newest entries in the order it found them: newest first."""

    caught_by = ("read.limit-takes-the-newest",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        return entries if limit is None else entries[::-1]


class LimitsToTheLastAppend(HonestStore):
    """Looks for the newest entries in the newest batch alone."""

    caught_by = ("read.limit-takes-the-newest-across-appends",)

    def __init__(self) -> None:
        super().__init__()
        self.newest = 0

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.newest = len(entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        if limit and len(super().read(key)) > self.newest:
            limit = min(limit, self.newest)
        return super().read(key, limit=limit)


class ZeroMeansAll(HonestStore):
    """Asks whether the limit is true, not whether there is one."""

    caught_by = ("read.limit-zero",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return super().read(key, limit=limit or None)


class NegativeMeansAll(HonestStore):
    """Passes a limit below zero to an engine that takes it for none."""

    caught_by = ("read.limit-below-zero",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return super().read(key, limit=None if limit == -1 else limit)


class NegativeOfNobodyIsEmpty(HonestStore):
    """Finds that there is nothing to read before it looks at the limit."""

    caught_by = ("read.limit-below-zero",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        everything = super().read(key)
        return super().read(key, limit=limit) if everything else []


class BindsTheLimit(HonestStore):
    """Binds a limit to an integer of 64 bits."""

    caught_by = ("read.limit-huge",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        if isinstance(limit, int) and limit >= 2**63:
            raise OverflowError("int too large to convert to SQLite INTEGER")
        return super().read(key, limit=limit)


class PageOfAHundred(HonestStore):
    """Gives a page where everything was asked for."""

    caught_by = ("read.limit-none", "sizes.long-list", "replace.long-list")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return super().read(key, limit=100 if limit is None else limit)
