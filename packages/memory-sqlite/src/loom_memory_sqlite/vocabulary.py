"""How many entries of a key hold each term, remembered until the key changes."""

import sqlite3
from collections.abc import Collection
from typing import Final, NamedTuple

from loom_memory_sqlite import word_sql

_FEW_TERMS: Final = 32
_MAX_REMEMBERED: Final = 50_000


class KeyCounts(NamedTuple):
    """What the index holds of one key."""

    entries: int
    """Entries with a term."""

    terms: int
    """Their terms, repeats counted."""

    stamp: int
    """Another number after each write to the key."""


def prefix_of(key_id: int) -> str:
    """What the terms of a key begin with."""
    return f"{key_id:x}_"


def term_range(key_id: int) -> dict[str, str]:
    """The bounds of a key's terms; the character after the underscore ends them."""
    prefix = prefix_of(key_id)
    return {"start": prefix, "stop": prefix[:-1] + chr(ord("_") + 1)}


class Vocabulary:
    """Document frequencies. A number is remembered for one state of its key."""

    def __init__(self) -> None:
        self._remembered: dict[tuple[int, str], tuple[int, int]] = {}

    def frequencies(
        self,
        db: sqlite3.Connection,
        key_id: int,
        *,
        terms: Collection[str],
        counts: KeyCounts,
    ) -> dict[str, int]:
        """How many entries hold each of ``terms``; those that none holds are left out."""
        if len(terms) <= max(_FEW_TERMS, counts.entries // 8):
            looked_up = ((term, self._one(db, key_id, term=term, counts=counts)) for term in terms)
            return {term: frequency for term, frequency in looked_up if frequency}
        return _intersection(db, key_id, set(terms))

    def _one(self, db: sqlite3.Connection, key_id: int, *, term: str, counts: KeyCounts) -> int:
        """The frequency of one term: a walk over its postings, unless it is known."""
        stamp, frequency = self._remembered.get((key_id, term), (None, 0))
        if stamp == counts.stamp:
            return frequency
        row = db.execute(word_sql.FREQUENCY, {"term": prefix_of(key_id) + term}).fetchone()
        frequency = 0 if row is None else int(row[0])
        if len(self._remembered) >= _MAX_REMEMBERED:
            self._remembered = {}
        self._remembered[key_id, term] = counts.stamp, frequency
        return frequency


def _intersection(db: sqlite3.Connection, key_id: int, terms: set[str]) -> dict[str, int]:
    """The same for many terms, by one walk over the vocabulary of the key."""
    start = len(prefix_of(key_id))
    found = db.execute(word_sql.VOCABULARY, term_range(key_id))
    pairs = ((term[start:], frequency) for term, frequency in found)
    return {term: frequency for term, frequency in pairs if term in terms}
