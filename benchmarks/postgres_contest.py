"""Ours and SQL by hand in one PostgreSQL database, and a clock inside its server."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Final

from loom_memory_bench.speed.corpus import Item, items
from loom_memory_bench.speed.stopwatch import Clock
from loom_memory_core import StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions
from raw_postgres import RawPostgres

EACH: Final = 100
"""How many entries each of the many lists has."""


class Contest:
    """Ours and SQL by hand, in one database.

    Args:
        url: Of the database.
        keys: How many keys of a hundred entries.
        rounds: How often each search runs.
    """

    def __init__(self, url: str, *, keys: int, rounds: int) -> None:
        self.raw = RawPostgres(url)
        self.raw.run("DROP SCHEMA IF EXISTS loom CASCADE")
        self._url = url
        self.store = self.open_store()
        self.keys = keys
        self.rounds = rounds
        self._items = items()

    def open_store(self, *, flush_ms: int = 0) -> PostgresMemoryStore:
        """The store, over one connection; its commits take so much longer to reach the disk."""
        given = {"application_name": "loom-speed", "options": _flushing(flush_ms)}
        return PostgresMemoryStore(
            PostgresOptions(url=StoreUrl.parse(self._url), pool_size=1, passthrough=given)
        )

    def delay_raw(self, flush_ms: int) -> None:
        """Let the commits by hand take so much longer, too."""
        self.raw.run(*(f"SET {name} = {value}" for name, value in _delay(flush_ms).items()))

    def take(self, number: int) -> list[Item]:
        """The next entries of the stream."""
        return list(islice(self._items, number))

    def fill(self, keys: Iterable[int]) -> None:
        """Lists of a hundred entries, for both."""
        for number in keys:
            rows = self.take(EACH)
            self.store.append(f"k{number}", [row.entry for row in rows])
            self.raw.fill(f"k{number}", rows)

    @property
    def pid(self) -> int:
        """The server's process behind the store's connection."""
        found = self.raw.db.execute(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'loom-speed'"
        ).fetchone()
        return int(found[0]) if found else 0


def _delay(flush_ms: int) -> dict[str, int]:
    """The server's own settings for waiting before a flush: on fast disks nothing else waits."""
    return {"commit_delay": 1_000 * flush_ms, "commit_siblings": 0}


def _flushing(flush_ms: int) -> str:
    return " ".join(f"-c {name}={value}" for name, value in _delay(flush_ms).items())


def server_clock(*pids: int) -> Clock:
    """Seconds of cpu that server processes have had."""
    files = [Path(f"/proc/{pid}/schedstat") for pid in pids]
    return lambda: sum(int(file.read_text().split()[0]) for file in files) / 1e9
