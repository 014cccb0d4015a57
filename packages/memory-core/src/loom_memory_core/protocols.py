"""The verbs: three that every store has, and the optional ones, each with its promise.

A backend does not inherit from these: an inherited ``...`` body would be a verb that
the store does not have. Presence is the feature flag; ask with ``supports``.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from loom_memory_core.entry import MemoryEntry
from loom_memory_core.hit import SearchHit
from loom_memory_core.info import StoreInfo


class MemoryStore(Protocol):
    """Ordered lists of entries, one under each key. Safe to share between threads."""

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put ``entries`` at the end of the list, in order, in one step: all or none.

        Durable when it returns, on a durable backend. No entries: nothing happens.
        """
        ...

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries in append order; all if ``None``.

        An unknown key gives ``[]``, and reading creates nothing.

        Raises:
            ValueError: ``limit`` is below 0.
            CorruptEntryError: A row of the key cannot be parsed.
        """
        ...

    def clear(self, key: str) -> None:
        """Empty the list. Clearing an unknown key is no error."""
        ...


class ReplaceableStore(MemoryStore, Protocol):
    """A store that rewrites a whole list in one step."""

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        """Make ``entries`` the whole list: a reader sees the old one or the new one.

        Args:
            key: Names the list.
            entries: The new list; ``[]`` clears.
            expected: The ids of the list as the caller read it, in order.

        Raises:
            ConflictError: The stored list differs from ``expected``; nothing was written.
        """
        ...


class SearchableStore(MemoryStore, Protocol):
    """A store that finds entries by what they say."""

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        """Entries of this key that match, best first, at most ``limit``.

        Terms are OR-ed: a longer question never loses a match. Equal scores: newest
        first. A query that matches nothing, or has no term, gives ``[]``; no query raises.

        Raises:
            ValueError: ``limit`` is below 0.
        """
        ...


class RemovableStore(MemoryStore, Protocol):
    """A store that removes entries by id."""

    def remove(self, key: str, ids: Collection[str]) -> int:
        """Remove every entry that has one of the ids, in one step; say how many went."""
        ...


class GettableStore(MemoryStore, Protocol):
    """A store that reads entries by id."""

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        """Every entry that has one of the ids, in append order.

        Its cost does not grow with the list.
        """
        ...


class ListableStore(MemoryStore, Protocol):
    """A store that lists its keys."""

    def keys(self, prefix: str = "") -> Iterator[str]:
        """The keys that hold an entry and begin with ``prefix``, sorted by code point.

        A snapshot taken at the call; no transaction stays open between items.
        """
        ...


class InspectableStore(MemoryStore, Protocol):
    """A store that tells what it holds and what is wrong with it."""

    def inspect(self, *, check: bool = False) -> StoreInfo:
        """Counts and sizes; with ``check``, every problem found."""
        ...


class ClosableStore(MemoryStore, Protocol):
    """A store that holds something to free."""

    def close(self) -> None:
        """Free everything; twice is fine. Any verb afterwards raises ``StoreClosedError``."""
        ...


class SalvageableStore(MemoryStore, Protocol):
    """A store that can read around its corrupt rows; for tools that save what is left."""

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        """The entries of ``key`` that can be parsed, and how many rows cannot."""
        ...
