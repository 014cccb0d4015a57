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
    """Ordered lists of entries, one under each key.

    A store is safe to share between threads. Every verb checks its arguments before
    anything happens: one of the wrong type is a ``TypeError``, a key that breaks the
    rules an ``InvalidKeyError``. On a closed store, and in a forked child, every verb but
    ``close`` raises ``StoreClosedError``. A verb that writes raises ``StoreWriteError``
    when the disk is full or a lock is not to be had, and ``ReadOnlyStoreError`` on a store
    that was opened for reading; nothing was written then.
    """

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put ``entries`` at the end of the list, in order: all of them or none.

        One step, and durable when it returns, on a durable backend.

        Args:
            key: Names the list.
            entries: What to add; without any, nothing happens.

        Raises:
            InvalidEntryError: An object inside an entry was changed and is no longer JSON.
        """
        ...

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries in append order; all if ``None``.

        An unknown key gives ``[]``, and reading creates nothing.

        Args:
            key: Names the list.
            limit: How many at most; ``0`` gives ``[]``.

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
        """Make ``entries`` the whole list, in one step.

        A reader sees the old list or the new one; a crash leaves one of the two.

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

        Args:
            key: Names the list.
            query: Any text; operators and quotes in it are just not terms.
            limit: How many hits at most; ``0`` gives ``[]``.

        Raises:
            ValueError: ``limit`` is below 0.
        """
        ...


class RemovableStore(MemoryStore, Protocol):
    """A store that removes entries by id."""

    def remove(self, key: str, ids: Collection[str]) -> int:
        """Remove every entry that has one of the ids, in one step.

        Args:
            key: Names the list; the order of the rest is kept.
            ids: Unknown ones remove nothing.

        Returns:
            How many entries went; those of equal id count one by one.
        """
        ...


class GettableStore(MemoryStore, Protocol):
    """A store that reads entries by id."""

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        """Every entry that has one of the ids, in append order.

        Its cost does not grow with the list.

        Args:
            key: Names the list.
            ids: Unknown ones give nothing.
        """
        ...


class ListableStore(MemoryStore, Protocol):
    """A store that lists its keys."""

    def keys(self, prefix: str = "") -> Iterator[str]:
        """The keys that hold at least one entry, sorted by code point.

        A snapshot taken at the call; no transaction stays open between items.

        Args:
            prefix: Only keys that begin with it; compared exactly.
        """
        ...


class InspectableStore(MemoryStore, Protocol):
    """A store that tells what it holds and what is wrong with it."""

    def inspect(self, *, check: bool = False) -> StoreInfo:
        """Counts and sizes; with ``check``, every problem found.

        Args:
            check: Read every row and every index, and list what is wrong.
        """
        ...


class ClosableStore(MemoryStore, Protocol):
    """A store that holds something to free."""

    def close(self) -> None:
        """Free everything; twice is fine.

        Any other verb afterwards raises ``StoreClosedError``.
        """
        ...


class SalvageableStore(MemoryStore, Protocol):
    """A store that can read around its corrupt rows.

    For tools that save what is left, such as ``dump`` with ``skip_corrupt``.
    """

    def salvage(self, key: str) -> tuple[list[MemoryEntry], int]:
        """The entries of ``key`` that can be parsed, and how many rows cannot."""
        ...
