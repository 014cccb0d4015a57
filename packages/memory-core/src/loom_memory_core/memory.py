"""The reference store, in memory: what every promise is read from, plain before fast."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, islice
from threading import RLock
from typing import ClassVar, NamedTuple

from loom_memory_core.checks import (
    check_entries,
    check_expected,
    check_flag,
    check_ids,
    check_key,
    check_limit,
    check_prefix,
    check_query,
)
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.errors import ConflictError
from loom_memory_core.guard import OpenGuard
from loom_memory_core.hit import SearchHit
from loom_memory_core.info import StoreInfo, count_prefixes
from loom_memory_core.postings import Postings
from loom_memory_core.projection import searchable_text
from loom_memory_core.terms import index_terms, tokenize


class _Row(NamedTuple):
    """An entry as the store holds it: text that no caller can change."""

    id: str
    json: str
    terms: frozenset[str]

    def entry(self) -> MemoryEntry:
        return MemoryEntry.from_stored(self.json)


def _row(entry: MemoryEntry, known: Mapping[str, frozenset[str]]) -> _Row:
    json = entry.to_json()
    terms = known.get(json)
    if terms is None:
        terms = frozenset(index_terms(searchable_text(entry)))
    return _Row(entry.id, json, terms)


class _List:
    """The rows of one key, by an insertion number that is never used twice."""

    def __init__(self, rows: Sequence[_Row] = ()) -> None:
        self._numbers = count()
        self.rows: dict[int, _Row] = {}
        self._numbers_of: dict[str, dict[int, None]] = {}
        self._postings = Postings()
        self.extend(rows)

    def extend(self, rows: Sequence[_Row]) -> None:
        for row, number in zip(rows, self._numbers, strict=False):
            self.rows[number] = row
            self._numbers_of.setdefault(row.id, {})[number] = None
            self._postings.add(number, row.terms)

    def with_ids(self, ids: Collection[str]) -> list[int]:
        """The numbers of the rows that have one of ``ids``, in append order."""
        return sorted(number for each in ids for number in self._numbers_of.get(each, ()))

    def drop(self, number: int) -> None:
        row = self.rows.pop(number)
        self._postings.drop(number, row.terms)
        numbers = self._numbers_of[row.id]
        del numbers[number]
        if not numbers:
            del self._numbers_of[row.id]

    def best(self, terms: Collection[str], limit: int) -> list[tuple[int, float]]:
        """The best ``limit`` rows with their scores; of equal ones, the newest first."""
        scores = self._postings.scores(terms)
        ranked = sorted(scores.items(), key=lambda item: (item[1], item[0]), reverse=True)
        return ranked[:limit]


class InMemoryStore:
    """Every verb of the contract, in memory, gone with the process.

    Entries are held as their JSON, so nothing that a caller does to an object, before
    or after, reaches the store. One lock makes each verb one step.

    Examples:
        >>> store = InMemoryStore()
        >>> store.append("team/db", [MemoryEntry(content="db-7 fails over with pg_ctl")])
        >>> [hit.entry.content for hit in store.search("team/db", "how does db-7 fail over?")]
        ['db-7 fails over with pg_ctl']
    """

    scores: ClassVar = "absolute"

    def __init__(self) -> None:
        self._guard = OpenGuard("InMemoryStore")
        self._lock = RLock()
        self._lists: dict[str, _List] = {}

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._guard.check()
        key = check_key(key)
        rows = [_row(entry, {}) for entry in check_entries(entries)]
        if not rows:
            return
        with self._lock:
            self._lists.setdefault(key, _List()).extend(rows)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit)
        with self._lock:
            newest_first = reversed(self._list(key).rows.values())
            rows = list(islice(newest_first, limit))
        return [row.entry() for row in reversed(rows)]

    def clear(self, key: str) -> None:
        self._guard.check()
        key = check_key(key)
        with self._lock:
            self._lists.pop(key, None)

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        self._guard.check()
        key, entries, expected = check_key(key), check_entries(entries), check_expected(expected)
        with self._lock:
            stored = list(self._list(key).rows.values())
            if expected is not None and expected != [row.id for row in stored]:
                raise _conflict(key, expected, stored)
            known = {row.json: row.terms for row in stored}
            self._lists[key] = _List([_row(entry, known) for entry in entries])
            self._forget_if_empty(key)

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        self._guard.check()
        key, limit = check_key(key), check_limit(limit, required=True)
        terms = tokenize(check_query(query))
        with self._lock:
            stored = self._list(key)
            found = [(stored.rows[at], score) for at, score in stored.best(terms, limit)]
        return [SearchHit(row.entry(), score) for row, score in found]

    def remove(self, key: str, ids: Collection[str]) -> int:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._lock:
            stored = self._list(key)
            numbers = stored.with_ids(ids)
            for number in numbers:
                stored.drop(number)
            self._forget_if_empty(key)
        return len(numbers)

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        self._guard.check()
        key, ids = check_key(key), check_ids(ids)
        with self._lock:
            stored = self._list(key)
            rows = [stored.rows[number] for number in stored.with_ids(ids)]
        return [row.entry() for row in rows]

    def keys(self, prefix: str = "") -> Iterator[str]:
        self._guard.check()
        start = check_prefix(prefix)
        with self._lock:
            names = [] if start is None else [key for key in self._lists if key.startswith(start)]
        return iter(sorted(names))

    def inspect(self, *, check: bool = False) -> StoreInfo:
        self._guard.check()
        check_flag(check, name="check")  # and nothing in memory can go wrong
        with self._lock:
            lists = [
                (key, len(stored.rows), sum(len(row.json.encode()) for row in stored.rows.values()))
                for key, stored in self._lists.items()
            ]
        return StoreInfo(
            keys=len(lists),
            entries=sum(entries for _, entries, _ in lists),
            bytes=sum(size for _, _, size in lists),
            indexes=("postings",),
            prefixes=count_prefixes(lists),
        )

    def close(self) -> None:
        if self._guard.close():
            with self._lock:
                self._lists.clear()

    def _list(self, key: str) -> _List:
        """The list of ``key``; of an unknown one an empty list that is not kept."""
        return self._lists.get(key) or _List()

    def _forget_if_empty(self, key: str) -> None:
        stored = self._lists.get(key)
        if stored is not None and not stored.rows:
            del self._lists[key]


def _conflict(key: str, expected: Sequence[str], stored: Sequence[_Row]) -> ConflictError:
    return ConflictError(
        f"key {key!r} holds {len(stored)} entries, not the {len(expected)} with the expected ids",
        hint="read the list again, make the change again, and replace with the new ids",
    )
