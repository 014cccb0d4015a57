"""The planes of a scope: where search units are put, and taken away."""

from collections.abc import Collection, Sequence
from typing import Final

from loom_memory_runtime import Clock

from loom_memory_knowledge.chunk import Chunk, ChunkKind
from loom_memory_knowledge.keys import Plane, plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.unit import Unit, UnitRow, unit_entry

_PLANE_OF: Final[dict[ChunkKind, Plane]] = {
    "section": "documents",
    "turn": "traces",
    "note": "notes",
    "fact": "facts",
}


def plane_of(chunk: Chunk) -> Plane:
    """Where the units of a chunk stand: past, if a fact had ended when it was closed."""
    plane = _PLANE_OF[chunk.body.kind]
    ended = chunk.closed is not None and not chunk.closed.ahead
    return "facts.past" if plane == "facts" and ended else plane


class Planes:
    """The search units of a scope, one list for each plane.

    Args:
        store: Holds them.
        scope: Whose units.
        clock: Stamps each row, so that younger surplus can be told from older.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock) -> None:
        self._store = store
        self._scope = scope
        self._clock = clock

    def add(self, plane: Plane, units: Sequence[tuple[Chunk, Unit]]) -> None:
        """Put units at the end of a plane, all in one step.

        Args:
            plane: Where.
            units: Each with the chunk that it was derived from.
        """
        rows = [
            unit_entry(
                unit,
                UnitRow(
                    document=chunk.document,
                    chunk=chunk.id,
                    kind=unit.kind,
                    start=unit.start,
                    end=unit.end,
                    ordinal=chunk.body.ordinal,
                    hash=unit.hash,
                    uses=unit.uses,
                    said_at=chunk.body.observed_at,
                    at=self._clock(),
                ),
                role=chunk.body.role,
            )
            for chunk, unit in units
        ]
        self._store.append(plane_key(self._scope, plane), rows)

    def remove(self, plane: Plane, ids: Collection[str]) -> int:
        """Take units away; how many rows went."""
        return self._store.remove(plane_key(self._scope, plane), ids) if ids else 0
