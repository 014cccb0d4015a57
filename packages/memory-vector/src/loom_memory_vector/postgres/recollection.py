"""Which vectors need not be made again: those in the schema, those kept for it, and recent ones."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from loom_memory_core import MemoryEntry
from loom_memory_postgres import Database

from loom_memory_vector.embedded_index import identity_of
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.postgres import vector_sql
from loom_memory_vector.postgres.vector_kind import VectorKind
from loom_memory_vector.searched_text import embeddable
from loom_memory_vector.vector_row import NO_VECTOR, RememberedRows, VectorRow, digest

_REMEMBERED_BYTES: Final = 16 * 1024 * 1024


class Recollection:
    """Finds vectors of one embedding space by the digest of their text.

    Args:
        identity: Of the space, as the index tells it.
        dimension: Of its vectors.
        kind: What holds them in the schema.
    """

    def __init__(self, identity: str, dimension: int, kind: VectorKind) -> None:
        self._identity = identity
        self._kind = kind
        self._recent = RememberedRows(_REMEMBERED_BYTES)
        self._room = self._recent.room(dimension)

    def remember(self, rows: Sequence[VectorRow]) -> None:
        """Remember vectors that were made."""
        self._recent.put(rows[: self._room])

    def of_entries(self, db: Database, entries: Sequence[MemoryEntry]) -> list[VectorRow | None]:
        """The vector of each entry, or that it has none; ``None`` for one that is not known."""
        texts = [embeddable(entry) for entry in entries]
        names = [None if text is None else digest(text) for text in texts]
        wanted = {name for name in names if name is not None}
        known = {name: row for name in wanted if (row := self._recent.get(name)) is not None}
        known |= {row.digest: row for row in self._stored(db, wanted - known.keys())}
        return [NO_VECTOR if name is None else known.get(name) for name in names]

    def _stored(self, db: Database, names: Iterable[bytes]) -> list[VectorRow]:
        values = {"digests": list(names), "identity": self._identity, "schema": db.schema}
        if not values["digests"]:
            return []
        space, keeps = db.execute(vector_sql.REMEMBERED, values).fetchone() or (None, False)
        found: list[VectorRow] = []
        if keeps:
            found += [VectorRow(*row) for row in db.execute(vector_sql.KEPT, values)]
        if space is not None and identity_of(Fingerprint.from_json(space)) == self._identity:
            held = db.execute(vector_sql.of_digests(self._kind.name), values).fetchall()
            found += [VectorRow(name, self._as_made(blob)) for name, blob in held]
        self.remember(found)
        return found

    def _as_made(self, blob: bytes) -> bytes:
        made: bytes = self._kind.decoded([blob])[0].astype(np.dtype("<f4")).tobytes()
        return made
