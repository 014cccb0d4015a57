"""A chunk: what one place of a document says, and what is known about it."""

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from loom_memory_knowledge.part import Part

ChunkKind = Literal["section", "turn", "note", "fact"]
"""A section of a document, a turn of a session, an authored note, or a fact about a subject."""

FactClass = Literal["preference", "fact", "decision", "identity", "constraint"]

Writer = Literal["authored", "harvested"]
"""Written as it stands by a caller, or drawn from turns; stamped by code, never by a model."""


class SourceTurn(Part):
    """A verbatim quote that a fact was drawn from."""

    document: str
    """The id of the session's document."""

    chunk: str
    """The id of the turn."""

    quote: JsonValue
    """The words, with their taint."""


class Edge(Part):
    """A relation from a fact to another subject."""

    document: str
    """The id of the other subject's document."""

    name: str
    """The other subject's natural key, ``<type>:<slug>``."""


class Body(Part):
    """All that an edit of a chunk replaces."""

    kind: ChunkKind
    title: str
    """The document's. A chunk carries it itself, so that its units depend on its own events."""

    text: JsonValue
    """A ``str``, or tainted text in its wrapper. Markdown for a section, without its heading."""

    ordinal: float
    """Its place in the document; the turns of a session are counted from 0 without gaps."""

    heading: tuple[str, ...] = ()
    """The trail of headings below the document's title, its own last."""

    level: int = 0
    """The level of its own heading, 1 to 6; 0 without one."""

    role: str | None = None
    """Who says it, for a turn."""

    writer: Writer = "authored"
    fact_class: FactClass | None = None
    edges: tuple[Edge, ...] = ()
    sources: tuple[SourceTurn, ...] = ()
    absorbed: tuple[tuple[str, str], ...] = ()
    """The chunks whose content it took over, each with the revision that it had."""

    observed_at: datetime | None = None
    """When it was said."""

    valid_from: datetime | None = None
    valid_to: datetime | None = None
    """When it is true in the world: from the first until before the second."""


class Close(Part):
    """The end of a fact that was superseded; the fact is kept."""

    at: datetime
    """Since when it is no longer true."""

    heir: str | None = None
    """The id of the chunk that took its place."""

    ahead: bool = False
    """Whether the end was still to come when it was written; the fact is found as current then,
    until it has come."""


class Chunk(Part):
    """A chunk as the fold of its document's log gives it."""

    id: str
    document: str
    """The id of its document."""

    revision: str
    """The operation that counted last; an edit names it as its base."""

    body: Body
    recorded_at: datetime
    """When its first event was appended."""

    closed: Close | None = None
    merged_into: str | None = None
    gone: bool = False

    @property
    def title(self) -> str:
        """The title of the document, as this chunk was written under it."""
        return self.body.title

    @property
    def live(self) -> bool:
        """Whether it is there to be found; a closed fact is, in the past."""
        return not self.gone and self.merged_into is None
