"""What a walk reached, and how, in the form that is recorded and replayed."""

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from loom_memory_knowledge.chunk import FactClass, SourceTurn, Writer
from loom_memory_knowledge.part import Part

Direction = Literal["forward", "backward"]
"""Along an edge of a fact, or against it."""


class Step(Part):
    """One edge of the way."""

    fact: str
    """The id of the fact whose edge it is."""

    direction: Direction
    subject: str
    """The subject that it leads to, by its natural key."""

    document: str


class GraphFact(Part):
    """A fact that was reached."""

    scope: str
    subject: str
    """The natural key of the subject whose document holds it."""

    document: str
    chunk: str
    text: JsonValue
    """In its wrapper if it is tainted."""

    hops: int
    """How many edges lie between the nearest seed and the fact's subject."""

    path: tuple[Step, ...]
    """The way from a seed to it; of several the shortest, and of those the first."""

    seed: str
    """The subject that the way begins at."""

    fact_class: FactClass | None = None
    writer: Writer
    edges: tuple[str, ...] = ()
    """The subjects that it points at."""

    observed_at: datetime | None = None
    recorded_at: datetime
    sources: tuple[SourceTurn, ...] = ()


class GraphSubject(Part):
    """A subject that was reached."""

    scope: str
    subject: str
    title: str
    document: str
    hops: int
    path: tuple[Step, ...]


class GraphRecall(Part):
    """The neighbourhood of a question, nearest first."""

    query: str | None = None
    """``None`` where the seeds were named."""

    seeds: tuple[str, ...]
    """The subjects that the walk began at."""

    facts: tuple[GraphFact, ...]
    subjects: tuple[GraphSubject, ...]
    beyond_frontier: int = 0
    """Subjects that were seen and not walked to, for the frontier was full."""

    beyond_budget: int = 0
    """Facts and names that were reached and left out for the budget."""

    tails: int = 0
    """Subjects of which only the newest facts or links were read."""
