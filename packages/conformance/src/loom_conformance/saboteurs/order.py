"""Saboteurs of order: lists that are sorted, turned round, or made into sets."""

from collections.abc import Sequence
from datetime import UTC, datetime

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.honest import HonestStore, Lists

NEVER = datetime(1, 1, 1, tzinfo=UTC)


class TurnsBatches(HonestStore):
    """Pushes the entries of one append one by one onto the wrong end of the batch."""

    caught_by = ("append.order",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries[::-1] if isinstance(entries, list) else entries)


class Prepends(HonestStore):
    """Puts what is new at the front, as a feed does."""

    caught_by = (
        "append.order-across-calls",
        "read.appended-at-once",
        "read.limit-takes-the-newest-across-appends",
        "replace.then-append",
        "remove.then-append",
    )

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        older = self.read(key)
        super().append(key, entries)
        self.replace(key, [*entries, *older])


class SortsByTime(HonestStore):
    """Orders by timestamp, absent ones first."""

    caught_by = (
        "append.order-with-descending-timestamps",
        "append.order-with-absent-timestamps",
        "replace.keeps-times-and-ids",
    )

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, sorted(rows, key=lambda row: self.entry(row).timestamp or NEVER))


class TiesNewestFirst(HonestStore):
    """Orders by timestamp in the engine, which gives ties in any order it likes."""

    caught_by = ("append.order-with-equal-timestamps",)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        if any(entry.timestamp is None for entry in entries):
            return entries
        newest_first = entries[::-1]
        return sorted(newest_first, key=lambda entry: entry.timestamp or NEVER)


class AbsentTimesLast(HonestStore):
    """Puts entries without a timestamp behind all others, as NULLS LAST does."""

    caught_by = ("append.order-with-absent-timestamps",)

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, sorted(rows, key=lambda row: self.entry(row).timestamp is None))


class TextualPositions(HonestStore):
    """Orders by position as text, so that the tenth entry stands before the second."""

    caught_by = ("append.order-of-fifty", "read.limit-none", "sizes.long-list")

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        return [entries[at] for at in sorted(range(len(entries)), key=str)]


class MillisecondClock(HonestStore):
    """Orders by a clock that ticks too slowly: appends of one tick come back shuffled."""

    caught_by = ("append.order-of-fifty", "append.order-across-calls")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        stored = self.read(key)
        if len(stored) % 2 == 0 and len(entries) == 1:
            self.replace(key, [*stored[:-2], stored[-1], stored[-2]])


class SetOfContents(HonestStore):
    """Drops an entry whose content is there already."""

    caught_by = (
        "append.keeps-equal-entries",
        "append.keeps-one-entry-twice",
        "search.equal-entries-are-separate-hits",
    )

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [])
        for entry in entries:
            if entry.content not in [stored.content for stored in self.read(key)]:
                super().append(key, [entry])


class UniqueIds(HonestStore):
    """Has a unique constraint on a key's ids, and ignores rows that break it."""

    caught_by = (
        "append.keeps-one-entry-twice",
        "replace.keeps-equal-entries",
        "remove.counts-rows",
        "get.every-row-of-an-id",
        "inspect.counts-after-changes",
    )

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        first = {self.entry(row).id: row for row in reversed(rows)}
        super().put(lists, key, list(first.values())[::-1])


class IdsAcrossKeys(HonestStore):
    """Has a primary key on the id alone: a second list that uses one loses the row."""

    caught_by = ("append.one-id-under-two-keys", "remove.only-this-key")

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        taken = {self.entry(row).id for other in lists if other != key for row in lists[other]}
        super().put(lists, key, [row for row in rows if self.entry(row).id not in taken])


class EmptyBatchFails(HonestStore):
    """Looks at the first entry of a batch that has none."""

    caught_by = ("append.nothing", "keys.only-with-entries")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        entries[0]


class EmptyBatchClears(HonestStore):
    """Takes an append of nothing for the end of the list."""

    caught_by = ("append.nothing",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        if not entries:
            self.clear(key)


class ListsOnly(HonestStore):
    """Takes no sequence but a list."""

    caught_by = ("append.any-sequence",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        if isinstance(entries, tuple):
            raise TypeError("entries must be a list")
        super().append(key, entries)
