"""What a search answers with."""

from typing import NamedTuple

from loom_memory_core.entry import MemoryEntry


class SearchHit(NamedTuple):
    """One match.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> store = InMemoryStore()
        >>> store.append("user/ada", [MemoryEntry(content="likes tea")])
        >>> for hit in store.search("user/ada", "tea"):
        ...     print(hit.entry.content, hit.score)
        likes tea 1.0
    """

    entry: MemoryEntry
    """What was remembered."""

    score: float
    """Higher is better, rounded to six decimals; compares within one result only."""

    similarity: float | None = None
    """The cosine in [-1, 1], where there is one; compares across queries of one space."""
