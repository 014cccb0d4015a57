"""Pairs of facts of one subject that are nearly the same, or may contradict each other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loom_memory_core import untainted

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.consolidation.quoting import content_words
from loom_memory_knowledge.errors import LossyMergeError
from loom_memory_knowledge.facts.collapsing import merged_body
from loom_memory_knowledge.facts.content import content_of
from loom_memory_knowledge.facts.merge_band import MergeBand
from loom_memory_knowledge.recall.found import PlaneSearch

NEIGHBOURS = 10
"""So many of the nearest facts of a fact are looked at."""


class Pair(NamedTuple):
    """Two facts of one subject and class."""

    first: Chunk
    """The one that was recorded first."""

    second: Chunk
    similarity: float
    shared: float
    """The share of the smaller one's content words that the other has."""

    lossy: str | None
    """Why they cannot be merged; ``None`` where one says all that both say."""

    @property
    def contradicting(self) -> bool:
        """Whether they differ in a number, a date or a negation, and may contradict each other."""
        one, other = (content_of(_text(each)) for each in (self.first, self.second))
        return one.negations != other.negations or bool(
            one.numbers and other.numbers and one.numbers != other.numbers
        )


def near_pairs(facts: Sequence[Chunk], *, band: MergeBand, planes: PlaneSearch) -> Iterator[Pair]:
    """Each pair within the band, once, in the order in which they were recorded.

    What it costs is a search for each fact.

    Args:
        facts: The current facts of one subject.
        band: How alike.
        planes: Where their neighbours are searched.
    """
    by_id = {each.id: each for each in facts}
    for fact in facts:
        for found in planes.search("facts", _text(fact), limit=NEIGHBOURS):
            other = by_id.get(found.row.chunk)
            if other is None or _order(other) <= _order(fact) or found.similarity is None:
                continue
            if fact.body.fact_class != other.body.fact_class:
                continue
            shared = shared_words(_text(fact), _text(other))
            if found.similarity >= band.similarity and shared >= band.shared:
                yield Pair(fact, other, found.similarity, shared, _lossy(fact, other))


def shared_words(one: str, other: str) -> float:
    """The share of the smaller text's content words that the other has; 0..1.

    Examples:
        >>> shared_words("Ada likes tea.", "Ada likes green tea very much.")
        1.0
    """
    words = content_words(one), content_words(other)
    smaller = min(map(len, words))
    return len(words[0] & words[1]) / smaller if smaller else 0.0


def _lossy(first: Chunk, second: Chunk) -> str | None:
    try:
        merged_body(first, second)
    except LossyMergeError as error:
        return error.message
    return None


def _order(fact: Chunk) -> tuple[float, str]:
    return (fact.recorded_at.timestamp(), fact.id)


def _text(fact: Chunk) -> str:
    return str(untainted(fact.body.text))
