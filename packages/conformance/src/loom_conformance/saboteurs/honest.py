"""An honest store in memory, made to be broken: each step of a verb is a method of its own."""

from collections.abc import Collection, Iterator, MutableMapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import ClassVar, TypeAlias

from loom_memory_core import (
    OPTIONAL_VERBS,
    ConflictError,
    MemoryEntry,
    OpenGuard,
    SearchHit,
    StoreInfo,
    check_entries,
    check_expected,
    check_flag,
    check_ids,
    check_key,
    check_limit,
    check_prefix,
    check_query,
    index_terms,
    searchable_text,
    tokenize,
)

from loom_conformance.claim import Claim
from loom_conformance.promise import Tier
from loom_conformance.subject import StoreFactory

Lists: TypeAlias = MutableMapping[str, list[str]]
"""The rows of each key: the JSON of its entries, in append order."""

Terms: TypeAlias = frozenset[str]


class HonestStore:
    """Every verb of the contract, as plainly as it can be written.

    A saboteur is a subclass that changes one method. The verbs are built from the methods
    without a docstring of the contract: ``step``, ``put``, ``row``, ``entry``, ``searched``,
    ``text``, ``terms``, ``asked``, ``score`` and ``ranked``.

    Example:
        >>> from loom_memory_core import MemoryEntry
        >>> store = HonestStore()
        >>> store.append("k", [MemoryEntry(content="kiwi"), MemoryEntry(content="mango")])
        >>> [hit.entry.content for hit in store.search("k", "kiwi?")]
        ['kiwi']
    """

    caught_by: ClassVar[tuple[str, ...]] = ()
    """The ids of the cases that must catch it: none, of an honest one."""

    tier: ClassVar[Tier] = "quick"
    """The shortest tier in which they do."""

    claim: ClassVar[Claim] = Claim(verbs=frozenset(OPTIONAL_VERBS), durable=False)
    """What it says about itself."""

    def __init__(self) -> None:
        self.guard = OpenGuard(type(self).__name__)
        self.lock = RLock()
        self.lists: Lists = {}

    @classmethod
    def factory(cls, folder: Path) -> StoreFactory:  # noqa: ARG003 - durable ones need it
        """What opens one new store each time it is called.

        Args:
            folder: An empty folder, for stores that are kept in files.
        """
        store = cls()
        return lambda: store

    @contextmanager
    def step(self) -> Iterator[Lists]:
        """The lists, for one verb at a time."""
        self.guard.check()
        with self.lock:
            yield self.lists

    def put(self, lists: Lists, key: str, rows: list[str]) -> None:
        """Make ``rows`` the list of ``key``; an empty list is none."""
        if rows:
            lists[key] = rows
        else:
            lists.pop(key, None)

    def row(self, entry: MemoryEntry) -> str:
        """What is stored of an entry."""
        return entry.to_json()

    def entry(self, row: str) -> MemoryEntry:
        """The entry that a row is read as."""
        return MemoryEntry.from_stored(row)

    def key(self, key: object) -> str:
        """The name that the list of ``key`` is kept under."""
        return check_key(key)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        key, rows = self.key(key), [self.row(each) for each in check_entries(entries)]
        with self.step() as lists:
            self.put(lists, key, [*lists.get(key, ()), *rows])

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        key, limit = self.key(key), check_limit(limit)
        with self.step() as lists:
            rows = lists.get(key, [])
        newest = rows if limit is None else rows[max(0, len(rows) - limit) :]
        return [self.entry(row) for row in newest]

    def clear(self, key: str) -> None:
        key = self.key(key)
        with self.step() as lists:
            self.put(lists, key, [])

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        key, rows = self.key(key), [self.row(each) for each in check_entries(entries)]
        expected = check_expected(expected)
        with self.step() as lists:
            if expected is not None:
                self.expect(expected, [self.entry(row).id for row in lists.get(key, ())])
            self.put(lists, key, rows)

    def expect(self, expected: Sequence[str], stored: Sequence[str]) -> None:
        """Refuse a replace whose caller has read another list."""
        if expected != stored:
            raise ConflictError(
                f"the list holds {len(stored)} other entries",
                hint="read it again, and then replace",
            )

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        limit, asked = check_limit(limit, required=True), self.asked(check_query(query))
        entries = self.searched(key)
        scores = [self.score(asked, self.terms(entry)) for entry in entries]
        hits = [SearchHit(*pair) for pair in zip(entries, scores, strict=True) if pair[1] > 0]
        return self.ranked(hits)[:limit]

    def searched(self, key: str) -> list[MemoryEntry]:
        """The entries that a search looks at, in append order."""
        return HonestStore.read(self, key)

    def text(self, entry: MemoryEntry) -> str:
        """What of an entry is searched."""
        return searchable_text(entry)

    def terms(self, entry: MemoryEntry) -> Terms:
        """The terms of an entry."""
        return _indexed(self.text(entry))

    def asked(self, query: str) -> Terms:
        """The terms of a query."""
        return frozenset(tokenize(query))

    def score(self, asked: Terms, held: Terms) -> float:
        """What a match is worth: the share of the query's terms; 0 is no match."""
        return round(len(asked & held) / len(asked), 6) if asked else 0.0

    def ranked(self, hits: list[SearchHit]) -> list[SearchHit]:
        """Hits in append order, put into the order of the answer: best first, then newest."""
        newest_first = hits[::-1]
        return sorted(newest_first, key=lambda hit: -hit.score)

    def remove(self, key: str, ids: Collection[str]) -> int:
        key, ids = self.key(key), check_ids(ids)
        with self.step() as lists:
            rows = lists.get(key, [])
            kept = [row for row in rows if self.entry(row).id not in ids]
            self.put(lists, key, kept)
        return len(rows) - len(kept)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        ids = check_ids(ids)
        return [entry for entry in HonestStore.read(self, key) if entry.id in ids]

    def keys(self, prefix: str = "") -> Iterator[str]:
        start = check_prefix(prefix)
        with self.step() as lists:
            names = [] if start is None else [key for key in lists if key.startswith(start)]
        return iter(sorted(names))

    def inspect(self, *, check: bool = False) -> StoreInfo:
        check_flag(check, name="check")
        with self.step() as lists:
            rows = [row for key in lists for row in lists[key]]
            keys = len(lists)
        size = sum(len(row.encode()) for row in rows)
        return StoreInfo(keys=keys, entries=len(rows), bytes=size)

    def close(self) -> None:
        self.guard.close()


@lru_cache(maxsize=4_096)
def _indexed(text: str) -> Terms:
    return frozenset(index_terms(text))
