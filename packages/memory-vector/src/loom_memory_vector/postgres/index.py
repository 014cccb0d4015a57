"""The index of vectors: one vector of pgvector's for each row that has a term, beside the row."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocols

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from loom_memory_core import MemoryEntry
from loom_memory_postgres import (
    Database,
    Fault,
    Scored,
    StoredRow,
    make_table,
    partitions_of,
)

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.embedded_index import EmbeddedIndex
from loom_memory_vector.embedder import Vectors
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.postgres import extension, vector_sql
from loom_memory_vector.postgres.options import SCHEME
from loom_memory_vector.postgres.recollection import Recollection
from loom_memory_vector.postgres.vector_check import vector_faults
from loom_memory_vector.postgres.vector_kind import (
    HALF,
    MOST_INLINE,
    VectorKind,
    as_text,
    kind_for,
)
from loom_memory_vector.postgres.vector_search import Asked, best_matches, near_matches
from loom_memory_vector.searched_text import embeddable
from loom_memory_vector.vector_row import NO_VECTOR, VectorRow, stacked, vector_rows


class VectorIndex(EmbeddedIndex):
    """Finds rows by how like their text is to a query.

    Args:
        embedder: What makes the vectors.
        parameters: What a URL needs beside the place, to open a store with this index.
        min_score: The floor; the model's own, unless given.
        min_top_score: The gate; likewise.
        approximate: Whether to search in a graph of all vectors, and to make one.
    """

    scheme = SCHEME

    def __init__(
        self,
        embedder: CheckedEmbedder,
        *,
        parameters: Mapping[str, str],
        min_score: float | None,
        min_top_score: float | None,
        approximate: bool,
    ) -> None:
        super().__init__(
            embedder, parameters=parameters, min_score=min_score, min_top_score=min_top_score
        )
        self._approximate = approximate

    @cached_property
    def kind(self) -> VectorKind:
        """The type that holds the vectors."""
        return kind_for(self._embedder.dimension, approximate=self._approximate)

    @cached_property
    def _recollection(self) -> Recollection:
        return Recollection(self.identity, self._embedder.dimension, self.kind)

    def create(self, db: Database) -> None:
        extension.make_extension(db, needs=self._needs)
        columns = [
            'key text COLLATE "C" NOT NULL',
            "seq bigint NOT NULL",
            "digest bytea NOT NULL",
            f"vector {self.kind.name}({self._embedder.dimension}) NOT NULL",
            "PRIMARY KEY (key, seq)",
        ]
        make_table(db, "loom_vectors", columns, partitions=partitions_of(db))
        if self._embedder.dimension <= MOST_INLINE:
            db.execute(vector_sql.STORE_INLINE)
        db.execute(vector_sql.MAKE_DIGESTS)
        if self._approximate:
            db.execute(vector_sql.graph(self.kind.name))
        text = self._embedder.fingerprint.to_json().replace("'", "''")
        db.execute(vector_sql.COMMENT.format(text=text))

    @property
    def _needs(self) -> tuple[int, int]:
        if self._approximate:
            return extension.ITERATIVE_SCAN
        return extension.HALF_PRECISION if self.kind is HALF else extension.ANY

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[VectorRow]:
        """Vectors; of entries without a term, which no embedder is asked for, none."""
        texts = [embeddable(entry) for entry in entries]
        made = vector_rows(self._embedder, [text for text in texts if text is not None])
        self._recollection.remember(made)
        rows = iter(made)
        return [NO_VECTOR if text is None else next(rows) for text in texts]

    def add(self, db: Database, key: str, rows: Sequence[tuple[int, VectorRow]]) -> None:
        self._add(db, vector_sql.add(self.kind.name), key=key, rows=rows)

    def append(self, db: Database, key: str, prepared: Sequence[VectorRow]) -> None:
        rows = list(zip(range(1 - len(prepared), 1), prepared, strict=True))
        self._add(db, vector_sql.append(self.kind.name), key=key, rows=rows)

    def drop(self, db: Database, key: str, rows: Sequence[StoredRow]) -> None:
        if rows:
            db.execute(vector_sql.DROP, {"key": key, "seqs": [row.seq for row in rows]})

    def clear(self, db: Database, key: str) -> None:
        db.execute(vector_sql.CLEAR, {"key": key})

    def asked(self, key: str, question: Vectors, limit: int) -> Asked:
        """What a search asks of a key."""
        return Asked(key, question, self.kind, self.floor, limit)

    def search(
        self, db: Database, key: str, question: Vectors | None, *, limit: int
    ) -> list[Scored]:
        if question is None:
            return []
        find = near_matches if self._approximate else best_matches
        return find(db, self.asked(key, question, limit))

    def cut_entries(self, db: Database) -> int:  # noqa: ARG002 - as in the protocol
        """None: how much of a text a model reads is the model's own affair."""
        return 0

    def check(self, db: Database) -> Iterator[Fault]:
        return vector_faults(db)

    def recall(self, db: Database, entries: Sequence[MemoryEntry]) -> list[VectorRow | None]:
        return self._recollection.of_entries(db, entries)

    def keep(self, db: Database, prepared: Sequence[VectorRow]) -> None:
        db.execute(vector_sql.MAKE_KEPT)
        values = {
            "identity": self.identity,
            "digests": [row.digest for row in prepared if row],
            "vectors": [row.vector for row in prepared if row],
        }
        db.execute(vector_sql.KEEP, values)

    def forget(self, db: Database) -> None:
        db.execute(vector_sql.FORGET)

    def embedding(self, db: Database) -> str | None:
        row = db.execute(vector_sql.FINGERPRINT, {"schema": db.schema}).fetchone()
        return None if row is None or row[0] is None else str(Fingerprint.from_json(row[0]))

    def _add(
        self, db: Database, statement: str, *, key: str, rows: Sequence[tuple[int, VectorRow]]
    ) -> None:
        come = [(seq, row) for seq, row in rows if row]
        if not come:
            return
        vectors = stacked([row.vector for _, row in come], self._embedder.dimension)
        values = {
            "key": key,
            "seqs": [seq for seq, _ in come],
            "digests": [row.digest for _, row in come],
            "vectors": [as_text(each) for each in vectors],
        }
        db.execute(statement, values)
