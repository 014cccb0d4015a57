"""Searches for vectors: the server compares those of the key, and what is close is judged here.

The server adds in single precision, so its products only choose candidates, by a margin. What
decides is computed once more in double precision and rounded, as everywhere else.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from loom_memory_postgres import Database, Scored

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.floor import Floor
from loom_memory_vector.postgres import vector_sql
from loom_memory_vector.postgres.vector_kind import VectorKind, as_text
from loom_memory_vector.scoring import cosines

MOST: Final = 1 << 61
"""More than any list holds."""

_MOST_OF_GRAPH: Final = 1_000
"""As many as pgvector lets a walk over its graph keep in view."""

_FEWEST_OF_GRAPH: Final = 40
"""As many as it keeps in view unless told otherwise."""


class Asked(NamedTuple):
    """What is asked of a key."""

    key: str
    question: Vectors
    kind: VectorKind
    floor: Floor
    limit: int

    @property
    def values(self) -> dict[str, Any]:
        """The parameters of a statement."""
        return {
            "key": self.key,
            "question": as_text(self.question),
            "floor": self.floor.min_score,
            "margin": self.kind.margin,
            "limit": min(self.limit, MOST),
        }


def best_matches(db: Database, asked: Asked) -> list[Scored]:
    """The best ``limit`` rows that match, best first; equal ones newest first. Exact."""
    return _judged(db, vector_sql.best(asked.kind.name), asked)


def near_matches(db: Database, asked: Asked) -> list[Scored]:
    """As many, found in a graph that may lead past the best; fewer are searched again exactly."""
    if asked.limit <= _MOST_OF_GRAPH:
        db.execute(vector_sql.SEARCH_ON)
        db.execute(f"SET LOCAL hnsw.ef_search = {max(asked.limit, _FEWEST_OF_GRAPH)}")
        found = _judged(db, vector_sql.nearest(asked.kind.name), asked)
        if len(found) >= asked.limit:
            return found
    return best_matches(db, asked)


def top_similarity(db: Database, asked: Asked) -> float:
    """The similarity of the best row of a key that has vectors."""
    rows = _rows(db, vector_sql.top(asked.kind.name), asked)
    return max(similarities([blob for _, blob, _ in rows], asked))


def similarities(blobs: Sequence[bytes], asked: Asked) -> list[float]:
    """The cosine of each vector, as it is stored, with the question."""
    if not blobs:
        return []
    found: list[float] = cosines(asked.kind.decoded(blobs), asked.question).tolist()
    return found


def _judged(db: Database, statement: str, asked: Asked) -> list[Scored]:
    rows = _rows(db, statement, asked)
    cosine = similarities([blob for _, blob, _ in rows], asked)
    scored = [
        Scored(seq, each, each, text) for (seq, _, text), each in zip(rows, cosine, strict=True)
    ]
    ranking = sorted(scored, key=lambda each: (-each.score, -each.seq))
    if not ranking or ranking[0].score < asked.floor.min_top_score:
        return []
    return [each for each in ranking[: asked.limit] if each.score >= asked.floor.min_score]


def _rows(db: Database, statement: str, asked: Asked) -> list[tuple[int, bytes, str | None]]:
    """Planned for this key: a plan made for any key would walk over all of them."""
    return db.execute(statement, asked.values, prepare=False).fetchall()
