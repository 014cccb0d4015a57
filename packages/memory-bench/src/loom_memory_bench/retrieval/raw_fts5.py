"""SQLite's FTS5 as a yardstick: one table for all conversations, written by hand."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from loom_memory_core import searchable_text, tokenize

from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.retrieval.contender import Candidate, Contender, Ranking

_CREATE: Final = """
CREATE VIRTUAL TABLE turns USING fts5(text, key UNINDEXED, turn UNINDEXED,
tokenize = 'porter unicode61')
"""

_INSERT: Final = "INSERT INTO turns (text, key, turn) VALUES (?, ?, ?)"

_SEARCH: Final = """
SELECT turn FROM turns WHERE turns MATCH ? AND key = ? ORDER BY rank, rowid LIMIT ?
"""


class RawFts5:
    """One table with Porter's stems, asked for any of a question's words.

    Args:
        path: The file, which is new.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = sqlite3.connect(path)
        self._db.execute(_CREATE)

    def fill(self, key: str, turns: Sequence[Turn]) -> None:
        """Insert the turns in one transaction."""
        rows = [(searchable_text(turn.entry), key, turn.id) for turn in turns]
        with self._db:
            self._db.executemany(_INSERT, rows)

    def search(self, key: str, query: str, *, limit: int) -> Ranking:
        """The best turns of the conversation, ranked by counts over all of them."""
        words = " OR ".join(f'"{word}"' for word in tokenize(query))
        started = time.perf_counter()
        rows = self._db.execute(_SEARCH, (words, key, limit)).fetchall() if words else []
        return Ranking([turn for (turn,) in rows], time.perf_counter() - started)

    def bytes(self) -> int | None:
        """The size of the file."""
        return self._path.stat().st_size

    def close(self) -> None:
        """Close the file."""
        self._db.close()


@contextmanager
def _opened(folder: Path) -> Iterator[Contender]:
    with closing(RawFts5(folder / "raw-fts5.db")) as contender:
        yield contender


RAW_FTS5: Final = Candidate(
    "raw FTS5",
    "one FTS5 table for all conversations, any word of the question",
    _opened,
    {"tokenize": "porter unicode61", "sqlite": sqlite3.sqlite_version},
)
