"""What the indexes of a store make of entries, before the transaction that writes them."""

from collections.abc import Sequence
from typing import Any

from loom_memory_core import MemoryEntry

from loom_memory_postgres.carried import AnyIndex, CarriedCheck
from loom_memory_postgres.connections import Connections
from loom_memory_postgres.recalling import Recalling, completed, recalled


class Preparation:
    """Asks each index, and first those that can recall, in a short transaction that reads.

    No connection is in use while an index prepares.

    Args:
        indexes: Those of the store.
        carried: Refuses before anything slow is done.
        connections: To the database.
    """

    def __init__(
        self, indexes: Sequence[AnyIndex], *, carried: CarriedCheck, connections: Connections
    ) -> None:
        self._indexes = indexes
        self._carried = carried
        self._connections = connections
        self._recalls = any(isinstance(index, Recalling) for index in indexes)

    def __call__(self, entries: Sequence[MemoryEntry]) -> list[Sequence[Any]]:
        """For each index, one value for each entry."""
        if not self._recalls or not entries:
            return [index.prepare(entries) for index in self._indexes]
        with self._connections.reading(indexed=True) as db:
            self._carried.before_writing(db)
            known = [recalled(db, index, entries) for index in self._indexes]
        return [
            completed(index, entries, each)
            for index, each in zip(self._indexes, known, strict=True)
        ]
