"""What a search of a plane found, on one scale for every store."""

from typing import Final, NamedTuple

from loom_memory_core import CorruptEntryError, SearchHit
from pydantic import ValidationError

from loom_memory_knowledge.keys import Plane, plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.unit import UnitRow

SHARES: Final = 3.0
"""A share of the best possible words is worth so much of a cosine; as in the fused stores."""


class Found(NamedTuple):
    """One unit that matched."""

    id: str
    row: UnitRow
    plane: Plane
    score: float
    """On the scale of a cosine with three shares added to it."""

    similarity: float | None
    rank: int
    """Its place in the store's answer, from 0: of equal scores, the store puts the newest first."""


class PlaneSearch:
    """Searches planes of a scope.

    Args:
        store: Holds them.
        scope: Whose.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope

    def search(self, plane: Plane, query: str, *, limit: int) -> list[Found]:
        """The units of a plane that match, best first.

        Scores of a store that says that they are absolute are taken as they are: shares times
        three, or what holds a cosine. Those of any other are divided by the best one, so that
        its best hit counts as much as a perfect match.

        Raises:
            CorruptEntryError: A row of the plane is no unit.
        """
        key = plane_key(self._scope, plane)
        hits = self._store.search(key, query, limit=limit)
        factor = self._factor(hits)
        return [
            Found(
                hit.entry.id,
                _row(hit, key, rank),
                plane,
                round(hit.score * factor, 6),
                hit.similarity,
                rank,
            )
            for rank, hit in enumerate(hits)
        ]

    def _factor(self, hits: list[SearchHit]) -> float:
        if not self._store.absolute_scores:
            return 1 / hits[0].score if hits and hits[0].score > 0 else 1.0
        return 1.0 if any(hit.similarity is not None for hit in hits) else SHARES


def _row(hit: SearchHit, key: str, rank: int) -> UnitRow:
    try:
        return UnitRow.model_validate(hit.entry.meta)
    except ValidationError:
        raise CorruptEntryError(
            key, rank, reason=f"entry {hit.entry.id!r}, found by a search, is no search unit"
        ) from None
