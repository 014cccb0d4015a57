"""Entries for cases to store, and their contents back again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from loom_memory_core import MemoryEntry, SearchHit
from pydantic import JsonValue

DISTINCT: Final = 1_000
"""Most distinct texts in one case, so that a store with a real model can afford it."""


def said(*contents: Any) -> list[MemoryEntry]:  # noqa: ANN401 - JSON, whose lists are invariant
    """One entry for each content."""
    return [MemoryEntry(content=content) for content in contents]


def named(ids: Iterable[str]) -> list[MemoryEntry]:
    """One entry for each id, which is its content too."""
    return [MemoryEntry(content=f"entry {each}", id=each) for each in ids]


def numbered(count: int, *, start: int = 0) -> list[MemoryEntry]:
    """``count`` entries whose ids are their places, with at most ``DISTINCT`` texts."""
    return [
        MemoryEntry(content=f"note {at % DISTINCT}", id=str(at))
        for at in range(start, start + count)
    ]


def contents(entries: Sequence[MemoryEntry]) -> list[JsonValue]:
    """What the entries hold."""
    return [entry.content for entry in entries]


def ids(entries: Iterable[MemoryEntry]) -> list[str]:
    """What identifies the entries."""
    return [entry.id for entry in entries]


def found(hits: Sequence[SearchHit]) -> list[MemoryEntry]:
    """The entries of a search's answer."""
    return [hit.entry for hit in hits]


def split(entries: Sequence[MemoryEntry], size: int) -> Iterator[Sequence[MemoryEntry]]:
    """The entries in batches of ``size``."""
    for start in range(0, len(entries), size):
        yield entries[start : start + size]
