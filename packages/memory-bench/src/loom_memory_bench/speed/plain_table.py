"""The raw engine without an index of words: one table, read and written by hand."""

from collections.abc import Sequence
from pathlib import Path

from loom_memory_core import MemoryEntry

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.raw_connection import connect, transaction


class PlainTable:
    """Bodies under an integer key, in append order."""

    def __init__(self, path: Path, *, synchronous: str = "normal") -> None:
        self.path = path
        self._db = connect(path, synchronous=synchronous)
        self._db.executescript(
            "CREATE TABLE IF NOT EXISTS e (id INTEGER PRIMARY KEY, key INTEGER, body TEXT);"
            "CREATE INDEX IF NOT EXISTS e_key ON e (key, id);"
        )

    def append(self, key: int, rows: Sequence[Item]) -> None:
        """Insert ``rows`` in one transaction."""
        with transaction(self._db):
            self._insert(key, rows)

    def _insert(self, key: int, rows: Sequence[Item]) -> None:
        self._db.executemany(
            "INSERT INTO e (key, body) VALUES (?, ?)", [(key, row.body) for row in rows]
        )

    def tail(self, key: int, limit: int) -> list[MemoryEntry]:
        """The newest ``limit``, each parsed by pydantic and nothing more."""
        return [MemoryEntry.model_validate_json(body) for body in self.bodies(key, limit)]

    def bodies(self, key: int, limit: int = -1) -> list[str]:
        """The newest ``limit`` bodies in append order; all of them below 0."""
        rows = self._db.execute(
            "SELECT body FROM e WHERE key = ? ORDER BY id DESC LIMIT ?", (key, limit)
        )
        return [body for (body,) in reversed(rows.fetchall())]

    def replace(self, key: int, rows: Sequence[Item]) -> None:
        """Delete the list and insert ``rows``, in one transaction."""
        with transaction(self._db):
            self._delete(key)
            self._insert(key, rows)

    def _delete(self, key: int) -> None:
        self._db.execute("DELETE FROM e WHERE key = ?", (key,))

    def close(self) -> None:
        """Close the file; the last connection folds the log into it."""
        self._db.close()
