"""The raw engine with one FTS5 table for each key: exact and fast, until there are many keys."""

from collections.abc import Sequence
from pathlib import Path

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.raw_fts5 import any_word


class KeyTables(PlainTable):
    """A table of bodies, and a contentless FTS5 table ``f<key>`` for each key."""

    def __init__(self, path: Path, *, synchronous: str = "normal") -> None:
        super().__init__(path, synchronous=synchronous)
        self._known: set[int] = set()

    def _insert(self, key: int, rows: Sequence[Item]) -> None:
        if key not in self._known:
            self._db.execute(
                f"CREATE VIRTUAL TABLE IF NOT EXISTS f{key:d} USING fts5(text, content='')"
            )
            self._known.add(key)
        insert = f"INSERT INTO f{key:d} (rowid, text) VALUES (?, ?)"  # noqa: S608 - a number
        for row in rows:
            inserted = self._db.execute("INSERT INTO e (key, body) VALUES (?, ?)", (key, row.body))
            self._db.execute(insert, (inserted.lastrowid, row.text))

    def search_key(self, key: int, query: str, limit: int = 10) -> list[str]:
        """The best bodies of one key, ranked by its own table."""
        ranked = (
            f"SELECT e.body FROM f{key:d} AS f JOIN e ON e.id = f.rowid "  # noqa: S608 - a number
            f"WHERE f{key:d} MATCH ? ORDER BY rank LIMIT ?"
        )
        return [body for (body,) in self._db.execute(ranked, (any_word(query), limit))]
