"""What ``inspect`` tells about a store."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong inside a store."""

    kind: str
    """What kind, as a stable word: ``corrupt-entry``, ``index-out-of-step``, ..."""

    detail: str
    """What exactly, in a sentence."""

    key: str | None = None
    """The key whose list is concerned, if it is one."""

    position: int | None = None
    """The place in that list, counted from 0 in append order, if it is one entry."""


class PrefixCount(NamedTuple):
    """What lies under the keys that share their first segment."""

    keys: int
    entries: int
    bytes: int
    """Of the entries' JSON, in UTF-8."""


@dataclass(frozen=True, kw_only=True)
class StoreInfo:
    """What a store holds, and what is wrong with it.

    Examples:
        >>> from loom_memory_core import InMemoryStore, MemoryEntry
        >>> store = InMemoryStore()
        >>> store.append("user/ada", [MemoryEntry(content="likes tea", id="7")])
        >>> info = store.inspect(check=True)
        >>> info.keys, info.entries, info.bytes, info.problems
        (1, 1, 32, ())
    """

    keys: int
    """Keys that hold at least one entry."""

    entries: int
    """Entries under all keys."""

    bytes: int
    """What the store takes, in bytes: the file or the tables; the JSON, in memory."""

    schema: int | None = None
    """The number of the stored schema, where there is one."""

    indexes: tuple[str, ...] = ()
    """The indexes that the store carries, such as ``fts5``."""

    embedding: str | None = None
    """The fingerprint of the embedding space, where there is one."""

    cut_entries: int = 0
    """Entries of which an index holds the first 50,000 distinct terms only."""

    prefixes: dict[str, PrefixCount] = field(default_factory=dict)
    """The same counts for each first segment of the keys (the part before ``/``)."""

    problems: tuple[Problem, ...] = ()
    """With ``check=True``, everything found that is wrong."""


def count_prefixes(lists: Iterable[tuple[str, int, int]]) -> dict[str, PrefixCount]:
    """Sum lists by the first segment of their keys.

    Args:
        lists: A key, how many entries it holds, and the bytes of their JSON, per list.

    Returns:
        The sums by segment, which is the whole key where it has no ``/``.

    Examples:
        >>> count_prefixes([("team/db", 2, 80), ("team/web", 1, 40)])
        {'team': PrefixCount(keys=2, entries=3, bytes=120)}
    """
    counts: dict[str, PrefixCount] = {}
    for key, entries, size in lists:
        segment = key.partition("/")[0]
        old = counts.get(segment, PrefixCount(0, 0, 0))
        counts[segment] = PrefixCount(old.keys + 1, old.entries + entries, old.bytes + size)
    return counts
