"""Saboteurs of durability: what was acknowledged is not there when the store is opened again."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.durable import DurableStore
from loom_conformance.saboteurs.honest import Lists


class StartsAnew(DurableStore):
    """Empties the file when it opens it."""

    caught_by = (
        "reopen.entries",
        "reopen.long-list",
        "reopen.search",
        "reopen.get",
        "reopen.without-close",
        "close.leaves-the-entries",
        "kill.append",
    )

    def create(self) -> None:
        super().create()
        with self.step() as lists:
            lists.clear()


class NumbersFromNought(DurableStore):
    """Begins to number rows anew in each handle: what is appended stands at the front."""

    caught_by = ("reopen.order-of-appends",)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.old: dict[str, int] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        old = self.old.setdefault(key, len(self.read(key)))
        super().append(key, entries)
        stored = self.read(key)
        super().replace(key, [*stored[old:], *stored[:old]])


class FoldsCaseInTheFile(DurableStore):
    """Names lists in the file as a file system does that does not know case."""

    caught_by = ("reopen.keys-stay-apart", "identity.case")

    def key(self, key: object) -> str:
        return super().key(key).casefold()


class ClearsInMemory(DurableStore):
    """Remembers what was cleared as long as it is open."""

    caught_by = ("reopen.clear", "reopen.keys", "reopen.two-handles", "upkeep.after-reopen")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.cleared: dict[str, int] = {}

    def clear(self, key: str) -> None:
        self.cleared[self.key(key)] = len(super().read(key))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        super().read(key, limit=limit)
        left = super().read(key)[self.cleared.get(key, 0) :]
        return left if limit is None else left[len(left) - min(limit, len(left)) :]

    def searched(self, key: str) -> list[MemoryEntry]:
        return self.read(key)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter([key for key in super().keys(prefix) if self.read(key, limit=1)])


class ReplacesInMemory(DurableStore):
    """Writes a new list to the file when something is appended to it."""

    caught_by = ("reopen.replace", "upkeep.replaced-after-reopen")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.new: dict[str, Sequence[MemoryEntry]] = {}

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        if expected is not None:
            self.expect(list(expected), [entry.id for entry in self.read(key)])
        self.new[key] = entries

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        return list(self.new[key]) if key in self.new else entries


class RemovesInMemory(DurableStore):
    """Hides what was removed as long as it is open."""

    caught_by = ("reopen.remove", "upkeep.removed-after-reopen")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gone: set[str] = set()

    def remove(self, key: str, ids: Collection[str]) -> int:
        before = len(self.read(key))
        self.gone.update(ids)
        return before - len(self.read(key))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return [each for each in super().read(key, limit=limit) if each.id not in self.gone]

    def searched(self, key: str) -> list[MemoryEntry]:
        return self.read(key)


class IndexesInMemory(DurableStore):
    """Indexes what it appends itself, in memory."""

    caught_by = ("reopen.search", "reopen.two-handles-search", "search.same-answer-after-reopen")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.indexed: set[str] = set()

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        self.indexed.update(rows)

    def searched(self, key: str) -> list[MemoryEntry]:
        return [entry for entry in super().searched(key) if entry.to_json() in self.indexed]


class ListsInMemory(DurableStore):
    """Lists the keys that it wrote to itself."""

    caught_by = ("reopen.keys",)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.written: set[str] = set()

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        self.written.add(key)

    def keys(self, prefix: str = "") -> Iterator[str]:
        return iter([key for key in super().keys(prefix) if key in self.written])


class MapsIdsInMemory(DurableStore):
    """Knows the ids that it wrote itself."""

    caught_by = ("reopen.get",)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.written: set[str] = set()

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries)
        self.written.update(entry.id for entry in entries)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        return [entry for entry in super().get(key, ids) if entry.id in self.written]


class FlushesAThousand(DurableStore):
    """Writes the first thousand entries of a batch to the file, and the rest later."""

    caught_by = ("reopen.long-list",)

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.later: dict[str, list[MemoryEntry]] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, entries[:1_000] if isinstance(entries, list) else entries)
        self.later.setdefault(key, []).extend(entries[1_000:])

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = [*super().read(key), *self.later.get(key, ())]
        return entries if limit is None else entries[max(0, len(entries) - limit) :]


class WritesAtClose(DurableStore):
    """Keeps what was appended in memory until it is closed."""

    caught_by = ("reopen.without-close", "reopen.two-handles", "processes.append", "kill.append")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.waiting: list[tuple[str, Sequence[MemoryEntry]]] = []

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [])
        self.waiting.append((key, entries))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        waiting = [each for name, batch in self.waiting if name == key for each in batch]
        entries = [*super().read(key), *waiting]
        return entries if limit is None else entries[max(0, len(entries) - limit) :]

    def close(self) -> None:
        for key, entries in self.waiting:
            super().append(key, entries)
        self.waiting.clear()
        super().close()


class OneAppendLate(DurableStore):
    """Acknowledges an append, and writes it with the next one."""

    caught_by = ("kill.append", "processes.seen-at-once")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.waiting: list[MemoryEntry] = []

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, self.waiting)
        self.waiting = list(entries)


class AppendsRowByRow(DurableStore):
    """Commits each entry of a batch by itself."""

    caught_by = ("kill.append", "append.all-or-none")

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        super().append(key, [])
        for entry in entries:
            super().append(key, [entry])


class ClearsBeforeItWrites(DurableStore):
    """Commits an empty list before the new one."""

    caught_by = ("kill.replace",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        super().replace(key, [], expected=expected)
        for entry in entries:
            super().append(key, [entry])


class LeavesItsLock(DurableStore):
    """Has a file as its lock, which outlives a process that was killed."""

    caught_by = ("kill.then-write",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        held = self.path.with_suffix(".lock")
        held.touch(exist_ok=False)
        for end in range(len(entries)):
            super().append(key, entries[end : end + 1])
        held.unlink()
