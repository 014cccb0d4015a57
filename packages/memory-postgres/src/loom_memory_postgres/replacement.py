"""Replacing a list by another: the rows that stay are not touched."""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from loom_memory_core import MemoryEntry

from loom_memory_postgres.carried import AnyIndex
from loom_memory_postgres.database import Database
from loom_memory_postgres.entry_rows import add_rows, drop_rows, id_hash
from loom_memory_postgres.index import StoredRow
from loom_memory_postgres.preparation import Preparation


class Change(NamedTuple):
    """What changes in a list."""

    gone: list[StoredRow]
    come: list[tuple[int, int]]
    """Insertion keys, and positions in the new list."""

    last_seq: int

    @property
    def places(self) -> list[int]:
        """The positions of what comes."""
        return [at for _, at in self.come]


def change_to(stored: Sequence[StoredRow], texts: Sequence[str], *, fresh: int) -> Change:
    """How to turn ``stored`` into a list of ``texts`` while touching few rows.

    A new entry between two rows that stay takes an insertion key between theirs. From the
    first place without enough of those on, everything goes behind the end.

    Args:
        stored: The list as it is.
        texts: The list as it is to be.
        fresh: The first insertion key that no row has had.

    Examples:
        >>> rows = [StoredRow(seq, 0, text) for seq, text in enumerate("abc")]
        >>> change_to(rows, list("bcd"), fresh=9).come
        [(9, 2)]
    """
    kept = _kept([row.text for row in stored], texts)
    places = [(stored[old].seq, old, new) for old, new in kept]
    come: list[tuple[int, int]] = []
    stay: set[int] = set()
    start = (stored[0].seq - 1 if stored else fresh, -1, -1)
    for before, here in pairwise([start, *places]):
        wanted = range(before[2] + 1, here[2])
        if len(wanted) > here[0] - before[0] - 1:
            break
        come.extend((before[0] + 1 + at, new) for at, new in enumerate(wanted))
        stay.add(here[1])
    done = len(come) + len(stay)
    come.extend((fresh + at, new) for at, new in enumerate(range(done, len(texts))))
    gone = [row for at, row in enumerate(stored) if at not in stay]
    return Change(gone, come, max((seq for seq, _ in come), default=0))


def _kept(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Positions of equal texts, rising in both lists: the first with the first, and so on."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for at in range(start, len(new)):
        places[new[at]].append(at)
    pairs = [
        (at, places[old[at]].popleft()) for at in range(start, len(old)) if places.get(old[at])
    ]
    return [*((at, at) for at in range(start)), *_rising(pairs)]


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of ``pairs`` whose second numbers rise (Schensted, 1961)."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        tails[length : length + 1] = [place]
        ends[length : length + 1] = [at]
        before.append(ends[length - 1] if length else -1)
    run = []
    at = ends[-1] if ends else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]


class NewList:
    """The list that is to replace a stored one.

    Args:
        entries: The new list.
    """

    def __init__(self, entries: Sequence[MemoryEntry]) -> None:
        self._entries = entries
        self.texts = [entry.to_json() for entry in entries]
        self._prepared: dict[str, tuple[Any, ...]] = {}

    def prepare(self, preparation: Preparation, places: Iterable[int]) -> None:
        """Let the indexes prepare what stands at ``places``, outside the transaction."""
        new = {self.texts[at]: self._entries[at] for at in places}
        for text in self._prepared.keys() & new.keys():
            del new[text]
        made = preparation(list(new.values()))
        for text, *values in zip(new, *made, strict=True):
            self._prepared[text] = tuple(values)

    def is_prepared(self, change: Change) -> bool:
        """Whether every entry that comes has been prepared."""
        return all(self.texts[at] in self._prepared for at in change.places)

    def write(self, db: Database, key: str, *, indexes: Sequence[AnyIndex], change: Change) -> None:
        """Make the change, in the rows and in the indexes."""
        for index in indexes:
            index.drop(db, key, change.gone)
        if change.gone:
            drop_rows(db, key, change.gone)
        if not change.come:
            return
        come = [(seq, id_hash(self._entries[at].id), self.texts[at]) for seq, at in change.come]
        add_rows(db, key, come)
        for place, index in enumerate(indexes):
            rows = [(seq, self._prepared[self.texts[at]][place]) for seq, at in change.come]
            index.add(db, key, rows)
