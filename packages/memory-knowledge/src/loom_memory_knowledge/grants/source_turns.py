"""The turns beside the facts: those the facts were drawn from, and those that match."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from loom_memory_core import origins, taint, untainted
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from loom_memory_knowledge.part import Part
from loom_memory_knowledge.recall.result import Hit

_EARLIEST: Final = datetime.min.replace(tzinfo=UTC)


class Budget(BaseModel):
    """How much of what was said may stand beside a recall."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    turn_chars: int = Field(default=1_000, gt=0)
    """Of one turn; a longer one is cut, and says so."""

    total_chars: int = Field(default=8_000, gt=0)
    """Of all turns together."""


class SourceTurnBlock(Part):
    """One turn as it was said."""

    scope: str
    session: str
    """The id of the session's document."""

    chunk: str
    role: str | None = None
    text: JsonValue
    """In its wrapper if it is tainted."""

    said_at: datetime | None = None
    cut: bool
    """Whether its end was cut off for the budget."""


class SourceTurns(Part):
    """A block of its own beside the hits of a recall."""

    turns: tuple[SourceTurnBlock, ...]
    """Each once, in the order in which they were said."""

    dropped: int
    """How many more there were, beyond the budget."""


def source_turns(wanted: Sequence[Hit], *, budget: Budget, without: str | None) -> SourceTurns:
    """The turns that fit into a budget, in the order in which they were said.

    Args:
        wanted: Turns, the most wanted first; repeats count once.
        budget: How many characters.
        without: The id of a session's document whose turns are left out: the current run's.
    """
    once: dict[tuple[str, str, str], Hit] = {}
    for hit in wanted:
        if hit.document != without:
            once.setdefault((hit.scope, hit.document, hit.chunk), hit)
    kept, left = [], budget.total_chars
    for hit in once.values():
        block = _block(hit, min(budget.turn_chars, left))
        if block is not None:
            kept.append((hit, block))
            left -= len(str(untainted(block.text)))
    kept.sort(key=lambda each: (each[1].said_at or _EARLIEST, each[0].document, each[0].ordinal))
    return SourceTurns(turns=tuple(block for _, block in kept), dropped=len(once) - len(kept))


def _block(hit: Hit, room: int) -> SourceTurnBlock | None:
    """A turn in so many characters; ``None`` if not even its beginning fits."""
    plain = str(untainted(hit.text))
    cut = len(plain) > room
    if room < min(len(plain), _SHORTEST):
        return None
    return SourceTurnBlock(
        scope=hit.scope,
        session=hit.document,
        chunk=hit.chunk,
        role=hit.role,
        text=_cut(hit.text, room) if cut else hit.text,
        said_at=hit.observed_at,
        cut=cut,
    )


_SHORTEST: Final = 40
"""A beginning of fewer characters says nothing."""


def _cut(text: JsonValue, size: int) -> JsonValue:
    """The beginning of a text, with all its origins around it."""
    value: JsonValue = str(untainted(text))[:size]
    for origin in reversed(origins(text)):
        value = taint(value, origin=origin)
    return value
