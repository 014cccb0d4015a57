"""A search unit: the text by which a chunk can be found, and the row that an index holds of it."""

from datetime import datetime
from typing import Literal, NamedTuple

from loom_memory_core import MemoryEntry
from pydantic import JsonValue

from loom_memory_knowledge.part import Part

UnitKind = Literal[
    "heading_path", "prose", "code", "transclusion", "fact", "note", "turn", "around"
]
"""What of a chunk the unit is; ``around`` is a turn with the two before it."""


class Use(Part):
    """Another chunk that goes with a unit: transcluded in it, said before it, or its source."""

    document: str
    chunk: str


class Unit(NamedTuple):
    """One text by which a chunk can be found."""

    id: str
    """Made from chunk, operation, kind and number, so that it can be told without reading."""

    kind: UnitKind
    number: int
    """Counted from 0 among the chunk's units of the kind."""

    text: JsonValue
    """What an index sees: the heading path, then the passage; in its wrapper if tainted."""

    start: int
    end: int
    """The range in the chunk's text, in characters; ``0, 0`` for what is not in it."""

    hash: str
    """Of everything that the text was made from."""

    uses: tuple[Use, ...] = ()


class UnitRow(Part):
    """What a unit's row says of where it comes from, relative to its scope."""

    document: str
    chunk: str
    kind: UnitKind
    start: int
    end: int
    ordinal: float
    hash: str
    uses: tuple[Use, ...] = ()
    said_at: datetime | None = None
    """When it was said, which a question may name."""

    at: datetime
    """When the row was written; younger surplus than a grace is left alone."""


def unit_entry(unit: Unit, row: UnitRow, *, role: str | None = None) -> MemoryEntry:
    """The entry of a plane: the text as content, all the rest in ``meta``."""
    return MemoryEntry(
        content=unit.text, id=unit.id, timestamp=row.at, role=role, meta=row.to_meta()
    )
