"""What recall answers with: whole chunks, where each comes from, and why there are no others."""

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from loom_memory_knowledge.chunk import FactClass, SourceTurn, Writer
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.unit import UnitKind

Outcome = Literal["found", "nothing matched", "below the gate"]


class Period(Part):
    """From ``start`` until before ``end``; open where one is absent."""

    start: datetime | None = None
    end: datetime | None = None

    def holds(self, moment: datetime | None) -> bool:
        """Whether it lies in the period; what has no time lies in none but the open one."""
        if moment is None:
            return self.start is None and self.end is None
        after = self.start is None or self.start <= moment
        return after and (self.end is None or moment < self.end)


class Explanation(Part):
    """Where every point of a score comes from; the parts add up to it."""

    unit: float
    around: float
    date: float
    facts: float
    session: float


class Hit(Part):
    """One chunk, whole, with the unit that matched best."""

    source: Source
    scope: str
    document: str
    chunk: str
    revision: str
    title: str
    """The document's."""

    heading: tuple[str, ...]
    """The trail of headings below the title."""

    text: JsonValue
    """All that the chunk says, in its wrapper if it is tainted."""

    role: str | None = None
    writer: Writer
    """Whether it was authored, or harvested from turns."""

    unit: UnitKind
    start: int
    end: int
    """Where the matching unit stands in the text, in characters; ``0, 0`` if outside it."""

    score: float
    similarity: float | None = None
    ordinal: float
    fact_class: FactClass | None = None
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime
    sources: tuple[SourceTurn, ...] = ()
    """The turns that a fact was drawn from; empty where the caller may not read turns."""

    explanation: Explanation | None = None


class Recall(Part):
    """The answer to one question, in the form that is recorded and replayed."""

    query: str
    hits: tuple[Hit, ...]
    """Best first."""

    outcome: Outcome
    """Why there are no hits, where there are none."""

    gate: float | None = None
    """What a gate looks at: twice the best cosine and the best score together."""

    stale: int = 0
    """Units that were dropped, for what they were made from has changed since."""
