"""Replacing a list by another: the rows that stay are not touched."""

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any, NamedTuple

from loom_memory_core import MemoryEntry

from loom_memory_sqlite.carried import AnyIndex
from loom_memory_sqlite.difference import difference
from loom_memory_sqlite.entry_rows import add_rows, drop_rows, id_hash
from loom_memory_sqlite.index import StoredRow
from loom_memory_sqlite.preparation import Preparation

Preparations = dict[bytes, tuple[Any, ...]]
"""What each index made of an entry, under the entry's text."""


class Replacement(NamedTuple):
    """What changes in a list."""

    gone: list[StoredRow]
    come: list[tuple[int, int]]
    """Insertion keys, and positions in the new list."""


class NewList:
    """The list that is to replace a stored one.

    Args:
        key: Names the list.
        entries: The new list.
    """

    def __init__(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._key = key
        self._entries = entries
        self._texts = [entry.to_json() for entry in entries]
        self._stored_texts = [text.encode() for text in self._texts]
        self._prepared: Preparations = {}

    def __len__(self) -> int:
        return len(self._entries)

    def prepare(self, preparation: Preparation, stored: Iterable[bytes]) -> None:
        """Let the indexes prepare what ``stored`` does not hold, outside the transaction."""
        known = self._prepared.keys() | stored
        new = {
            text: entry
            for text, entry in zip(self._stored_texts, self._entries, strict=True)
            if text not in known
        }
        made = preparation(list(new.values()))
        for text, *values in zip(new, *made, strict=True):
            self._prepared[text] = tuple(values)

    def replacement(self, stored: Sequence[StoredRow], fresh: int) -> Replacement | None:
        """What must change; ``None`` if an entry that comes has not been prepared.

        Args:
            stored: The list as it is.
            fresh: The first insertion key that no row has had.
        """
        kept, coming = difference([row.text for row in stored], self._stored_texts)
        if any(self._stored_texts[at] not in self._prepared for at, _ in coming):
            return None
        stays = set(kept)
        gone = [row for at, row in enumerate(stored) if at not in stays]
        seqs = count(fresh)
        come = [(next(seqs) if slot is None else stored[slot].seq, at) for at, slot in coming]
        return Replacement(gone, come)

    def write(
        self,
        db: sqlite3.Connection,
        key_id: int,
        *,
        indexes: Sequence[AnyIndex],
        change: Replacement,
    ) -> None:
        """Make the change, in the rows and in the indexes."""
        for index in indexes:
            index.drop(db, key_id, change.gone)
        drop_rows(db, change.gone)
        add_rows(
            db,
            key_id,
            (
                (seq, id_hash(self._key, self._entries[at].id), self._texts[at])
                for seq, at in change.come
            ),
        )
        for place, index in enumerate(indexes):
            rows = [(seq, self._prepared[self._stored_texts[at]][place]) for seq, at in change.come]
            index.add(db, key_id, rows)
