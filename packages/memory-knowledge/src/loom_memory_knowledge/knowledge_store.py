"""The verbs that knowledge needs, over any store that has them; ``replace`` is not among them."""

from collections.abc import Collection, Iterator, Sequence

from loom_memory_core import MemoryEntry, MemoryStore, SearchHit, require, supports


class KnowledgeStore:
    """A store with ``search``, ``remove`` and ``keys``, and with ``get`` whether it has it or not.

    Without ``get``, reading some rows of a list costs reading the list.

    Args:
        store: Any store with the three.

    Raises:
        SearchUnsupportedError: The store has no ``search``.
        VerbUnsupportedError: The store has no ``remove`` or no ``keys``.
    """

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._search = require(store, "search").search
        self._remove = require(store, "remove").remove
        self._keys = require(store, "keys").keys
        self._get = store.get if supports(store, "get") else None
        self._inspect = store.inspect if supports(store, "inspect") else None
        self.absolute_scores = getattr(store, "scores", None) == "absolute"

    def embedding(self) -> str | None:
        """The embedding space that texts are compared in, as the store names it, if it has one."""
        return None if self._inspect is None else self._inspect().embedding

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put entries at the end of a list, all or none."""
        self._store.append(key, entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries, in append order."""
        return self._store.read(key, limit=limit)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        """Every row that has one of the ids, in append order."""
        if self._get is not None:
            return self._get(key, ids)
        return [entry for entry in self._store.read(key) if entry.id in ids] if ids else []

    def search(self, key: str, query: str, *, limit: int) -> list[SearchHit]:
        """The entries of a list that match, best first."""
        return self._search(key, query, limit=limit)

    def remove(self, key: str, ids: Collection[str]) -> int:
        """Take away every row that has one of the ids; how many went."""
        return self._remove(key, ids)

    def keys(self, prefix: str) -> Iterator[str]:
        """The keys with at least one entry, sorted: a snapshot."""
        return self._keys(prefix)
