"""A LangGraph ``BaseStore`` over any Loom store: one such store is the list under one key."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from loom_memory_core import (
    ConflictError,
    MemoryEntry,
    MemoryStore,
    check_key,
    require,
    supports,
)

from loom_memory_runtime.extra import needs

with needs("langgraph", extra="langgraph"):
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )

    from loom_memory_runtime.adapters.item_entry import (
        Name,
        check_put,
        deletion_entry,
        is_deletion,
        is_mark,
        item_id,
        item_name,
        item_of,
        mark_entry,
        name_of,
        put_entry,
        search_item_of,
    )
    from loom_memory_runtime.adapters.namespace import check_condition, fits, namespace_of

from loom_memory_runtime.adapters.item_filter import check_filter, matches

MOST_VERSIONS: Final = 256
"""A put that finds this many versions of its item drops all superseded ones.

That reads and rewrites the list, so it must be rare; a get reads every version of its item.
"""

FIRST_WINDOW: Final = 64
"""Fewest entries that are fetched at once to be filtered."""

Puts = dict[Name, PutOp]


class LoomStore(BaseStore):
    """LangGraph's long-term memory in a Loom store, under one key.

    Every put appends a version of its item, in one step, and the newest version counts, so
    writers in many processes lose nothing. The puts of one ``batch`` land in one step; its
    deletions, where the store has ``remove``, in a second. As in LangGraph's own stores, the
    reads of a batch see what was there before its writes.

    What cannot be kept is refused: ``ttl``, and a ``query`` on a store without ``search``.
    A search sees every namespace under the key and is filtered afterwards, fetching more until
    there are enough; a listing without a query, newest put first, and ``list_namespaces`` read
    the list.

    Args:
        store: Any store. With ``get`` an item is found at once, with ``remove`` a deletion
            leaves nothing, with ``replace`` superseded versions are dropped.
        key: The list that holds the items; nothing else should write there.

    Raises:
        InvalidKeyError: The key breaks the rules for keys.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> memory = LoomStore(InMemoryStore(), "agent/memories")
        >>> memory.put(("users", "ada"), "drink", {"text": "Ada likes green tea"})
        >>> [item.key for item in memory.search(("users",), query="who likes tea?")]
        ['drink']
    """

    def __init__(self, store: MemoryStore, key: str) -> None:
        self._store = store
        self._key = check_key(key)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Answer every read, then write; of several writes to one item the last counts.

        Args:
            ops: LangGraph's operations.

        Returns:
            One result for each operation, ``None`` for a put.

        Raises:
            VerbUnsupportedError: A put has a ``ttl``, or a query needs a ``search`` that the
                store lacks (``SearchUnsupportedError``); nothing was written.
            InvalidOptionsError: A filter or a condition is none of LangGraph's.
            InvalidEntryError: A value is not JSON.
            ValueError: A limit, an offset or a depth is below 0.
            TypeError: Something is no operation, names no item, or has another type than
                LangGraph says.
        """
        asked = list(ops)
        puts: Puts = {}
        for op in asked:
            if isinstance(op, PutOp):
                check_put(op)
                puts[item_name(op)] = op
        results = [self._answer(op) for op in asked]
        self._write(puts)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """``batch`` on a worker thread; one that is cancelled goes on once it has begun."""
        return await asyncio.to_thread(self.batch, list(ops))

    def compact(self) -> int:
        """Drop the superseded versions, in one step.

        Returns:
            How many went.

        Raises:
            VerbUnsupportedError: The store has no ``replace``.
            ConflictError: Another writer came between; nothing was dropped.
        """
        store = require(self._store, "replace")
        # A row at the very end, which is in the list that the rewrite expects: whatever is put
        # comes after it, so no removal and put can make another list of the same ids.
        mark = mark_entry()
        store.append(self._key, [mark])
        entries = store.read(self._key)
        if not entries or entries[-1].id != mark.id:
            raise ConflictError(
                f"{self._key!r} was written to while it was to be compacted",
                hint="do it again when fewer are writing",
            )
        kept = _compacted(entries)
        store.replace(self._key, kept, expected=[entry.id for entry in entries])
        return sum(not is_mark(entry) for entry in entries) - len(kept)

    def _answer(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._item(item_name(op))
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp():
                return None
        raise TypeError(f"{op!r} is no operation of a LangGraph store")

    def _item(self, name: Name) -> Item | None:
        versions = self._versions([item_id(name)])
        return item_of(versions[-1]) if versions and not is_deletion(versions[-1]) else None

    def _versions(self, ids: Sequence[str]) -> list[MemoryEntry]:
        """Every stored version of the items, oldest first."""
        if supports(self._store, "get"):
            return self._store.get(self._key, ids)
        wanted = set(ids)
        return [entry for entry in self._store.read(self._key) if entry.id in wanted]

    def _search(self, op: SearchOp) -> list[SearchItem]:
        limit, offset = _count("limit", op.limit), _count("offset", op.offset)
        check_filter(op.filter)
        prefix = namespace_of(op.namespace_prefix)
        if op.query is not None:
            require(self._store, "search")
        found: list[SearchItem] = []
        window = max(FIRST_WINDOW, 2 * (offset + limit))
        is_whole = limit == 0
        while len(found) < offset + limit and not is_whole:
            candidates, is_whole = self._candidates(op.query, window)
            found = [
                each
                for each in candidates
                if each.namespace[: len(prefix)] == prefix and matches(each.value, op.filter)
            ]
            window *= 4
        return found[offset : offset + limit]

    def _candidates(self, query: str | None, window: int) -> tuple[list[SearchItem], bool]:
        """Live items, best or newest first, of ``window`` rows; and whether these are all."""
        if query is None:
            rows = self._store.read(self._key, limit=window)
            return [search_item_of(entry) for entry in _newest_first(rows)], len(rows) < window
        hits = require(self._store, "search").search(self._key, query, limit=window)
        newest = {each.id: each for each in self._versions([hit.entry.id for hit in hits])}
        live = {
            hit.entry.id: hit for hit in reversed(hits) if newest.get(hit.entry.id) == hit.entry
        }
        ranked = [hit for hit in hits if live.get(hit.entry.id) is hit and name_of(hit.entry)]
        return [search_item_of(hit.entry, hit) for hit in ranked], len(hits) < window

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        limit, offset = _count("limit", op.limit), _count("offset", op.offset)
        depth = None if op.max_depth is None else _count("max_depth", op.max_depth)
        conditions = [check_condition(each) for each in op.match_conditions or ()]
        live = _newest_first(self._store.read(self._key))
        every = {item_of(entry).namespace for entry in live}
        fitting = (each for each in every if all(fits(each, one) for one in conditions))
        return sorted({each[:depth] for each in fitting})[offset : offset + limit]

    def _write(self, puts: Puts) -> None:
        if not puts:
            return
        now = datetime.now(UTC)
        stored = self._versions([item_id(name) for name in puts])
        newest = {entry.id: entry for entry in stored}
        entries = [
            put_entry(op, before=newest.get(item_id(name)), now=now)
            for name, op in puts.items()
            if op.value is not None
        ]
        gone = [name for name, op in puts.items() if op.value is None]
        if not supports(self._store, "remove"):
            entries += [deletion_entry(puts[name], now=now) for name in gone]
        self._store.append(self._key, entries)
        if gone and supports(self._store, "remove"):
            self._store.remove(self._key, [item_id(name) for name in gone])
        self._tidy(stored)

    def _tidy(self, stored: Sequence[MemoryEntry]) -> None:
        """Compact, if an item has too many versions."""
        most = max(Counter(entry.id for entry in stored).values(), default=0)
        if most >= MOST_VERSIONS and supports(self._store, "replace"):
            with suppress(ConflictError):  # others are writing: a later put will do it
                self.compact()


def _compacted(entries: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """The newest version of each item that is not gone, and every entry that is no item."""
    newest = {entry.id: at for at, entry in enumerate(entries)}
    return [
        entry
        for at, entry in enumerate(entries)
        if not is_mark(entry)
        and (name_of(entry) is None or (newest[entry.id] == at and not is_deletion(entry)))
    ]


def _count(name: str, number: object) -> int:
    """A number of LangGraph's operations, which its stores take negative ones for, too."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{name} is {number!r}, a {type(number).__name__}; pass an int")
    if number < 0:
        raise ValueError(f"{name} is {number}; pass 0 or more")
    return number


def _newest_first(entries: Sequence[MemoryEntry]) -> Iterator[MemoryEntry]:
    """The newest version of each item that is not gone."""
    seen: set[str] = set()
    for entry in reversed(entries):
        if entry.id not in seen and name_of(entry) is not None:
            seen.add(entry.id)
            if not is_deletion(entry):
                yield entry
