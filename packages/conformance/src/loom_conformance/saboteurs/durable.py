"""An honest store in one SQLite file, to be broken in what it promises of being durable."""

import json
import sqlite3
from collections.abc import Iterator, MutableMapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar

from loom_memory_core import OPTIONAL_VERBS

from loom_conformance.claim import Claim
from loom_conformance.saboteurs.honest import HonestStore, Lists
from loom_conformance.subject import StoreFactory


class DurableStore(HonestStore):
    """A row for each list, a connection for each step; it survives the death of its process.

    It does not wait for the disk, so it does not survive the loss of power: no kit can tell.

    Args:
        path: The file; it is made if it is missing.
    """

    claim: ClassVar[Claim] = Claim(verbs=frozenset(OPTIONAL_VERBS), durable=True)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.create()

    @classmethod
    def factory(cls, folder: Path) -> StoreFactory:
        return partial(cls, folder / "memory.db")

    def create(self) -> None:
        """Make the table, if it is missing."""
        with closing(self.connect()) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS lists (key TEXT PRIMARY KEY, rows TEXT)")

    def connect(self) -> sqlite3.Connection:
        """A new connection."""
        connection = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        connection.execute("PRAGMA synchronous = off")
        return connection

    @contextmanager
    def step(self) -> Iterator[Lists]:
        """The lists, for one verb of one process at a time."""
        self.guard.check()
        with self.lock, closing(self.connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield StoredLists(connection)
            connection.execute("COMMIT")


class StoredLists(MutableMapping[str, list[str]]):
    """The lists of a file, inside one transaction.

    Args:
        connection: Its owner.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getitem__(self, key: str) -> list[str]:
        found = self._connection.execute("SELECT rows FROM lists WHERE key = ?", [key]).fetchone()
        if found is None:
            raise KeyError(key)
        rows: list[str] = json.loads(found[0])
        return rows

    def __setitem__(self, key: str, rows: list[str]) -> None:
        self._connection.execute("REPLACE INTO lists VALUES (?, ?)", [key, json.dumps(rows)])

    def __delitem__(self, key: str) -> None:
        self._connection.execute("DELETE FROM lists WHERE key = ?", [key])

    def __iter__(self) -> Iterator[str]:
        return iter([key for (key,) in self._connection.execute("SELECT key FROM lists")])

    def __len__(self) -> int:
        return len(list(iter(self)))
