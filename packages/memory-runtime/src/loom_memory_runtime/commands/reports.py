"""What each command prints under ``--json``.

A change that a program would notice is a new ``schema_version``.
"""

import json
from datetime import datetime
from typing import Annotated, Literal

from loom_memory_core import MemoryEntry, SearchHit
from pydantic import BaseModel, ConfigDict, JsonValue, PlainSerializer

from loom_memory_runtime.decision import Decision


def _as_stored(entry: MemoryEntry) -> JsonValue:
    value: JsonValue = json.loads(entry.to_json())
    return value


Entry = Annotated[MemoryEntry, PlainSerializer(_as_stored, return_type=JsonValue)]
"""An entry as a store keeps it: what is absent is left out."""


class Part(BaseModel):
    """What all parts of reports have."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Report(Part):
    """What all reports have."""

    schema_version: Literal[1] = 1


class TailReport(Report):
    """``loom memory tail``."""

    tier: str
    scope: str
    entries: list[Entry]
    """In append order."""


class Hit(Part):
    """One match."""

    score: float
    """Higher is better; compares within one result only."""

    similarity: float | None
    """The cosine, where there is one."""

    entry: Entry

    @classmethod
    def of(cls, hit: SearchHit) -> "Hit":
        """A hit as it is reported."""
        return cls(score=hit.score, similarity=hit.similarity, entry=hit.entry)


class RecallReport(Report):
    """``loom memory recall``."""

    tier: str
    scope: str
    query: str
    hits: list[Hit]
    """Best first."""


class SweptScope(Part):
    """What one scope's list holds that its policy does not keep."""

    scope: str
    entries: int
    """How many went, or would go."""


class SweepReport(Report):
    """``loom memory sweep``."""

    tier: str
    swept: bool
    """Whether they went; false for a dry run."""

    scopes: list[SweptScope]
    """Those that hold something to evict."""


class PromoteReport(Report):
    """``loom memory promote``."""

    from_tier: str
    to_tier: str
    scope: str
    ids: list[str]
    """The ids of the entries that are in the target now."""

    appended: int
    """How many of them were not there before."""


class ListedExecution(Part):
    """One execution."""

    execution: str
    decisions: int
    first: datetime | None
    """When its first decision was recorded."""

    last: datetime | None
    """When its last decision was recorded."""


class DecisionsListReport(Report):
    """``loom decisions list``."""

    executions: list[ListedExecution]


class ShownDecision(Part):
    """One decision."""

    position: int
    name: str
    timestamp: datetime | None
    value: JsonValue
    hits: list[Hit] | None
    """What was recalled, for a recall by relevance."""

    @classmethod
    def of(cls, decision: Decision, hits: list[SearchHit] | None) -> "ShownDecision":
        """A decision as it is reported."""
        return cls(
            position=decision.position,
            name=decision.name,
            timestamp=decision.timestamp,
            value=decision.value,
            hits=None if hits is None else [Hit.of(hit) for hit in hits],
        )


class DecisionsShowReport(Report):
    """``loom decisions show``."""

    execution: str
    decisions: list[ShownDecision]


class Divergence(Part):
    """Where a replay asked for something else than was recorded."""

    position: int
    recorded: str | None
    asked: str | None


class DecisionsReplayReport(Report):
    """``loom decisions replay``."""

    execution: str
    decisions: int
    """How many came from the log."""

    value: JsonValue
    """What the function gave."""

    divergence: Divergence | None
