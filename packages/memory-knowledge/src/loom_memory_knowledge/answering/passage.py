"""A passage: one thing that was recalled, as a verifier and a reader get it."""

from datetime import datetime

from loom_memory_core import MemoryEntry, untainted
from pydantic import JsonValue

from loom_memory_knowledge.grants.response import AgentRecall, TracedRecall
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.units.context import led


class Passage(Part):
    """What was recalled, with its number in the answer."""

    number: int
    """Counted from 1."""

    text: JsonValue
    """In its wrapper if it is tainted."""

    said_by: str | None = None
    at: datetime | None = None
    scope: str
    document: str
    chunk: str

    @property
    def words(self) -> str:
        """The text, without its taint."""
        return str(untainted(self.text))

    def entry(self) -> MemoryEntry:
        """The passage for a fence: its number, when and by whom it was said, and its text."""
        when = "" if self.at is None else f" [{self.at:%Y-%m-%d}]"
        by = "" if self.said_by is None else f" {self.said_by}:"
        return MemoryEntry(content=led(self.text, [f"({self.number}){when}{by}"], sep=" "))


def passages_of(recall: AgentRecall) -> tuple[Passage, ...]:
    """The hits in their order, then the turns that were granted, each chunk once."""
    found: dict[str, Passage] = {}
    for hit in recall.hits:
        found.setdefault(
            hit.chunk,
            Passage(
                number=len(found) + 1,
                text=hit.text,
                said_by=hit.role,
                at=hit.observed_at,
                scope=hit.scope,
                document=hit.document,
                chunk=hit.chunk,
            ),
        )
    for turn in recall.source_turns.turns if isinstance(recall, TracedRecall) else ():
        found.setdefault(
            turn.chunk,
            Passage(
                number=len(found) + 1,
                text=turn.text,
                said_by=turn.role,
                at=turn.said_at,
                scope=turn.scope,
                document=turn.session,
                chunk=turn.chunk,
            ),
        )
    return tuple(found.values())
