"""Another agent memory in SQLite, langgraph's, where it is installed: the newest entries of a list.

It is no dependency of anything here: `pip install langgraph-checkpoint-sqlite` brings it.
"""

import sqlite3
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.stock import BATCH

NAMESPACE: Final = ("bench", "0")


def is_installed() -> bool:
    """Whether langgraph's SqliteStore can be imported."""
    try:
        return find_spec("langgraph.store.sqlite") is not None
    except ModuleNotFoundError:
        return False


class LanggraphStore:
    """Its store, filled with the same bodies in batches."""

    def __init__(self, path: Path, rows: Sequence[Item]) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._store: Any = import_module("langgraph.store.sqlite").SqliteStore(self._db)
        self._store.setup()
        put = import_module("langgraph.store.base").PutOp
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            self._store.batch(
                [put(NAMESPACE, row.entry.id, row.entry.model_dump(mode="json")) for row in batch]
            )

    def tail(self, limit: int) -> object:
        """The ``limit`` items that were updated last."""
        return self._store.search(NAMESPACE, limit=limit)

    def close(self) -> None:
        """Close the file."""
        self._db.close()
