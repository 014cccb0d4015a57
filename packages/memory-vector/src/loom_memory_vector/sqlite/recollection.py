"""Which vectors need not be made again: those in the file, those kept for it, and recent ones."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final

from loom_memory_core import MemoryEntry

from loom_memory_vector.searched_text import embeddable
from loom_memory_vector.sqlite import vector_sql
from loom_memory_vector.vector_row import NO_VECTOR, RememberedRows, VectorRow, digest

_REMEMBERED_BYTES: Final = 16 * 1024 * 1024

StoredVector = tuple[bytes, bytes, object]
"""A digest, a vector and a checksum, as a statement gives them."""


class Recollection:
    """Finds vectors of one embedding space by the digest of their text.

    Args:
        identity: Of the space, as the index tells it.
        dimension: Of its vectors.
    """

    def __init__(self, identity: str, dimension: int) -> None:
        self._identity = identity
        self._dimension = dimension
        self._recent = RememberedRows(_REMEMBERED_BYTES)
        self.room = self._recent.room(dimension)

    def remember(self, rows: Sequence[VectorRow]) -> None:
        """Remember vectors that were made."""
        self._recent.put(rows[: self.room])

    def remember_sound(self, rows: Iterable[StoredVector]) -> None:
        """Remember vectors that leave the file, but for damaged ones."""
        sound = (self._sound(row) for row in rows)
        self._recent.put([row for row in sound if row is not None])

    def of_entries(
        self, db: sqlite3.Connection, entries: Sequence[MemoryEntry]
    ) -> list[VectorRow | None]:
        """The vector of each entry, or that it has none; ``None`` for one that is not known."""
        statements = self._statements(db)
        texts = (embeddable(entry) for entry in entries)
        return [
            NO_VECTOR if text is None else self._of_text(db, text, statements) for text in texts
        ]

    def _of_text(
        self, db: sqlite3.Connection, text: str, statements: Sequence[str]
    ) -> VectorRow | None:
        name = digest(text)
        recent = self._recent.get(name)
        if recent is not None:
            return recent
        place = {"digest": name, "identity": self._identity}
        for statement in statements:
            row = db.execute(statement, place).fetchone()
            found = None if row is None else self._sound(row)
            if found is not None:
                return found
        return None

    def _statements(self, db: sqlite3.Connection) -> list[str]:
        """What looks into those tables that are there and hold vectors of the space."""
        there = {row[0] for row in db.execute(vector_sql.TABLES_THERE)}
        kept = [vector_sql.KEPT] if "loom_kept_vectors" in there else []
        if not there.issuperset(vector_sql.TABLES):
            return kept
        space = db.execute(vector_sql.SPACE).fetchone()
        same = space is not None and space[0] == self._identity
        return [vector_sql.BY_DIGEST, *kept] if same else kept

    def _sound(self, stored: StoredVector) -> VectorRow | None:
        name, vector, checksum = stored
        row = VectorRow(name, vector)
        return row if row.is_sound(checksum, self._dimension) else None
