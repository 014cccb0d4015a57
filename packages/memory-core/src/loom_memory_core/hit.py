"""What a search answers with."""

from typing import NamedTuple

from loom_memory_core.entry import MemoryEntry


class SearchHit(NamedTuple):
    """One match."""

    entry: MemoryEntry
    """What was remembered."""

    score: float
    """Higher is better, rounded to six decimals; compares within one result only."""

    similarity: float | None = None
    """The cosine in [-1, 1], where there is one; compares across queries of one space."""
