"""Saboteurs of processes: what holds between threads does not hold between processes."""

import time
from collections.abc import Sequence
from pathlib import Path

from loom_memory_core import MemoryEntry

from loom_conformance.saboteurs.durable import DurableStore
from loom_conformance.saboteurs.honest import Lists

INSTANT = 0.001


class LocksThreadsOnly(DurableStore):
    """Reads a list and writes it in two transactions, under a lock of its own process."""

    caught_by = ("processes.append",)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        rows = [self.row(entry) for entry in entries]
        with self.lock:
            super().append(key, [])
            with self.step() as lists:
                before = lists.get(key, [])
            time.sleep(INSTANT)
            with self.step() as lists:
                self.put(lists, key, [*before, *rows])


class ComparesInOneProcess(DurableStore):
    """Compares what was expected in one transaction, and writes in the next."""

    caught_by = ("processes.replace-what-was-read",)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        with self.lock:
            stored = [entry.id for entry in self.read(key)]
            if expected is not None:
                self.expect(list(expected), stored)
            time.sleep(INSTANT)
            super().replace(key, entries)


class FirstOneWins(DurableStore):
    """Makes its table where it finds none, and drops what came between."""

    caught_by = ("processes.open-at-once",)

    def create(self) -> None:
        if not self.path.exists():
            super().create()
            time.sleep(200 * INSTANT)
            connection = self.connect()
            connection.execute("DELETE FROM lists")
            connection.close()


class RefusesToOpenTwice(DurableStore):
    """Raises where another process is making the file."""

    caught_by = ("processes.open-at-once",)

    def create(self) -> None:
        marker = self.path.with_suffix(".making")
        if not self.path.exists():
            marker.touch(exist_ok=False)
            time.sleep(200 * INSTANT)
            super().create()
            marker.unlink()


class CachesLists(DurableStore):
    """Reads a list from the file once, and from then on from memory, until it writes itself."""

    caught_by = ("processes.seen-at-once", "reopen.two-handles", "reopen.two-handles-search")

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.cache: dict[str, list[MemoryEntry]] = {}

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        super().put(lists, key, rows)
        self.cache.pop(key, None)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        entries = super().read(key, limit=limit)
        return [*self.cache.setdefault(key, entries)] if limit is None else entries

    def searched(self, key: str) -> list[MemoryEntry]:
        return self.read(key)
