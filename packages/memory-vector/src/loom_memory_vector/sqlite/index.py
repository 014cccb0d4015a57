"""The index of vectors: one float32 vector for each row that has a term, beside the row."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocols

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from secrets import token_hex

from loom_memory_core import MemoryEntry
from loom_memory_sqlite import Fault, Scored, StoredRow

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.embedded_index import EmbeddedIndex
from loom_memory_vector.embedder import Vectors
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.matrix import Matrix
from loom_memory_vector.scoring import best
from loom_memory_vector.searched_text import embeddable
from loom_memory_vector.sqlite import vector_sql
from loom_memory_vector.sqlite.key_matrices import KeyMatrices, damaged
from loom_memory_vector.sqlite.options import SCHEME
from loom_memory_vector.sqlite.recollection import Recollection
from loom_memory_vector.sqlite.vector_check import missing_tables, vector_faults
from loom_memory_vector.vector_row import NO_VECTOR, VectorRow, vector_rows


class VectorIndex(EmbeddedIndex):
    """Finds rows by how like their text is to a query; exact, at every size.

    Args:
        embedder: What makes the vectors.
        parameters: What a URL needs beside the file, to open a store with this index.
        min_score: The floor; the model's own, unless given.
        min_top_score: The gate; likewise.
        cache_bytes: How much memory vectors may take between searches.
    """

    scheme = SCHEME

    def __init__(
        self,
        embedder: CheckedEmbedder,
        *,
        parameters: Mapping[str, str],
        min_score: float | None,
        min_top_score: float | None,
        cache_bytes: int,
    ) -> None:
        super().__init__(
            embedder, parameters=parameters, min_score=min_score, min_top_score=min_top_score
        )
        self._cache_bytes = cache_bytes

    @cached_property
    def _matrices(self) -> KeyMatrices:
        return KeyMatrices(self._embedder.dimension, max_bytes=self._cache_bytes)

    @cached_property
    def _recollection(self) -> Recollection:
        return Recollection(self.identity, self._embedder.dimension)

    def create(self, db: sqlite3.Connection) -> None:
        for statement in vector_sql.CREATE:
            db.execute(statement)
        space = {
            "identity": self.identity,
            "fingerprint": self._embedder.fingerprint.to_json(),
            "epoch": token_hex(8),
        }
        db.execute(vector_sql.ADD_SPACE, space)

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[VectorRow]:
        """Vectors; of entries without a term, which no embedder is asked for, none."""
        texts = [embeddable(entry) for entry in entries]
        made = vector_rows(self._embedder, [text for text in texts if text is not None])
        self._recollection.remember(made)
        rows = iter(made)
        return [NO_VECTOR if text is None else next(rows) for text in texts]

    def add(
        self, db: sqlite3.Connection, key_id: int, rows: Sequence[tuple[int, VectorRow]]
    ) -> None:
        found = [(seq, row) for seq, row in rows if row]
        if not found:
            return
        version = _changed(db, key_id, len(found))
        db.executemany(
            vector_sql.ADD,
            [(seq, key_id, version, row.digest, row.checksum, row.vector) for seq, row in found],
        )

    def drop(self, db: sqlite3.Connection, key_id: int, rows: Sequence[StoredRow]) -> None:
        seqs = [row.seq for row in rows]
        if len(seqs) <= self._recollection.room:
            gone = db.execute(vector_sql.BY_SEQ, {"seqs": json.dumps(seqs)})
            self._recollection.remember_sound(gone)
        count = db.executemany(vector_sql.DROP, [(seq,) for seq in seqs]).rowcount
        if count:
            _changed(db, key_id, -count)
            db.execute(vector_sql.DROP_KEY_IF_EMPTY, {"key_id": key_id})

    def clear(self, db: sqlite3.Connection, key_id: int) -> None:
        place = {"key_id": key_id, "limit": self._recollection.room}
        self._recollection.remember_sound(db.execute(vector_sql.NEWEST_OF_KEY, place))
        db.execute(vector_sql.DROP_OF_KEY, place)
        db.execute(vector_sql.DROP_KEY, place)

    def matrix(self, db: sqlite3.Connection, key_id: int) -> Matrix:
        """The vectors of the key, as the transaction of ``db`` sees them."""
        return self._matrices.current(db, key_id)

    def search(
        self, db: sqlite3.Connection, key_id: int, question: Vectors | None, *, limit: int
    ) -> list[Scored]:
        if question is None:
            return []
        return self.searched(self.matrix(db, key_id), question, limit=limit)

    def searched(self, matrix: Matrix, question: Vectors, *, limit: int) -> list[Scored]:
        """The best matches among the vectors of a key."""
        found = best(matrix, question, floor=self.floor, limit=limit)
        return [Scored(row, similarity, similarity) for row, similarity in found]

    def cut_entries(self, db: sqlite3.Connection) -> int:  # noqa: ARG002 - as in the protocol
        """None: how much of a text a model reads is the model's own affair."""
        return 0

    def check(self, db: sqlite3.Connection) -> Iterator[Fault]:
        return vector_faults(db, self._embedder.dimension)

    def recall(
        self, db: sqlite3.Connection, entries: Sequence[MemoryEntry]
    ) -> list[VectorRow | None]:
        return self._recollection.of_entries(db, entries)

    def keep(self, db: sqlite3.Connection, prepared: Sequence[VectorRow]) -> None:
        db.execute(vector_sql.MAKE_KEPT)
        db.executemany(
            vector_sql.KEEP,
            [(row.digest, self.identity, row.checksum, row.vector) for row in prepared if row],
        )

    def forget(self, db: sqlite3.Connection) -> None:
        db.execute(vector_sql.FORGET)

    def embedding(self, db: sqlite3.Connection) -> str | None:
        if missing_tables(db):
            return None
        row = db.execute(vector_sql.SPACE).fetchone()
        return None if row is None else str(Fingerprint.from_json(row[1]))


def _changed(db: sqlite3.Connection, key_id: int, change: int) -> int:
    """Count vectors that come or go, and give the key a new version; which."""
    found = db.execute(vector_sql.NEXT_VERSION).fetchone()
    if found is None:
        raise damaged("it does not say in which space its vectors lie")
    version = int(found[0])
    place = {"key_id": key_id, "change": change, "version": version}
    db.execute(vector_sql.CHANGE_KEY, place)
    return version
