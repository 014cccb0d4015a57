"""The raw engine with FTS5 beside the table: one index of words that all keys share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.raw_connection import transaction

RANKED: Final = """
SELECT e.body FROM f JOIN e ON e.id = f.rowid
WHERE f MATCH ? ORDER BY rank LIMIT ?
"""

JOINED: Final = """
SELECT e.body FROM f JOIN e ON e.id = f.rowid
WHERE f MATCH ? AND e.key = ? ORDER BY rank LIMIT ?
"""


def any_word(query: str) -> str:
    """A query that matches rows with any of the words."""
    return " OR ".join(f'"{word}"' for word in query.split())


class RawFts5(PlainTable):
    """A table and a contentless FTS5 table, which is the smallest and the fastest to fill."""

    def __init__(self, path: Path, *, synchronous: str = "normal") -> None:
        super().__init__(path, synchronous=synchronous)
        self._db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS f USING fts5(text, content='')")

    def _insert(self, key: int, rows: Sequence[Item]) -> None:
        for row in rows:
            inserted = self._db.execute("INSERT INTO e (key, body) VALUES (?, ?)", (key, row.body))
            self._db.execute(
                "INSERT INTO f (rowid, text) VALUES (?, ?)", (inserted.lastrowid, row.text)
            )

    def search(self, query: str, limit: int = 10) -> list[str]:
        """The best bodies of the whole file."""
        return [body for (body,) in self._db.execute(RANKED, (any_word(query), limit))]

    def search_key(self, key: int, query: str, limit: int = 10) -> list[str]:
        """The best bodies of one key: every key's rows are ranked, the others thrown away."""
        return [body for (body,) in self._db.execute(JOINED, (any_word(query), key, limit))]

    def rewrite(self, key: int, old: Sequence[Item], new: Sequence[Item]) -> None:
        """Delete the list and insert ``new``; FTS5 must be told the text that leaves it."""
        with transaction(self._db):
            ids = self._db.execute("SELECT id FROM e WHERE key = ? ORDER BY id", (key,)).fetchall()
            self._db.executemany(
                "INSERT INTO f (f, rowid, text) VALUES ('delete', ?, ?)",
                [(number, row.text) for (number,), row in zip(ids, old, strict=True)],
            )
            self._delete(key)
            self._insert(key, new)
