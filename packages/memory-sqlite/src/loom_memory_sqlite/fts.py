"""The words index: one FTS5 table for all keys, behind the protocol that ``index`` publishes."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocol

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from loom_memory_core import MemoryEntry

from loom_memory_sqlite import pending, word_sql
from loom_memory_sqlite.analysis import LONG_TEXT, Analysis, WordQuery, WordRow
from loom_memory_sqlite.index import Fault, Scored, StoredRow
from loom_memory_sqlite.postings import lengths, told, walked
from loom_memory_sqlite.vocabulary import Vocabulary
from loom_memory_sqlite.word_check import missing_tables, word_faults
from loom_memory_sqlite.word_search import WordMatches, WordSearch

_WALK_PAYS: Final = 4
"""A new stem takes some 40 microseconds, a known one two, and a step of a walk one."""


class WordIndex:
    """Finds rows by the words they share with a query, and ranks them by BM25.

    Args:
        language: A Snowball language, whose stems match and whose stop words do not rank;
            or ``none``.
    """

    name = "fts5"
    scheme = "sqlite"

    def __init__(self, language: str = "english") -> None:
        self._analysis = Analysis(language)
        self._vocabulary = Vocabulary()

    @property
    def identity(self) -> str:
        return self._analysis.identity

    @property
    def parameters(self) -> Mapping[str, str]:
        return {"language": self._analysis.language}

    def create(self, db: sqlite3.Connection) -> None:
        for statement in word_sql.CREATE:
            db.execute(statement)

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow | None]:
        """Terms, or ``None`` where the row is to wait: a few short ones, indexed later."""
        return self._analysis.of_batch(entries, large=pending.LARGE_BATCH)

    def prepare_query(self, query: str) -> WordQuery:
        return self._analysis.of_query(query)

    def add(
        self, db: sqlite3.Connection, key_id: int, rows: Sequence[tuple[int, WordRow | None]]
    ) -> None:
        _index(db, key_id, [(seq, row) for seq, row in rows if row is not None])
        waiting = [seq for seq, row in rows if row is None]
        if waiting:
            due = pending.put(db, key_id, waiting, analysis=self._analysis)
            for each, group in groupby(due, key=attrgetter("key_id")):
                _index(db, each, [(row.seq, row.row) for row in group])

    def drop(self, db: sqlite3.Connection, key_id: int, rows: Sequence[StoredRow]) -> None:
        seqs = [row.seq for row in rows]
        pending.dropped(db, key_id, seqs)
        sizes = lengths(db, seqs)
        if not sizes:
            return
        terms = self._told_again(db, key_id, rows=rows, sizes=sizes)
        terms.update(walked(db, key_id, sizes.keys() - terms.keys()))
        db.executemany(word_sql.DROP_ROW, terms.items())
        _count(db, key_id, entries=-len(sizes), terms=-sum(sizes.values()))
        db.execute(word_sql.DROP_COUNTS_IF_EMPTY, {"key_id": key_id})
        db.execute(word_sql.DROP_KEPT, {"seqs": json.dumps(seqs)})

    def clear(self, db: sqlite3.Connection, key_id: int) -> None:
        pending.cleared(db, key_id)
        if db.execute(word_sql.IS_ONLY_KEY, {"key_id": key_id}).fetchone()[0]:
            db.execute(word_sql.DROP_ALL)
            db.execute(word_sql.DROP_ALL_KEPT)
        else:
            terms = walked(db, key_id)
            db.executemany(word_sql.DROP_ROW, terms.items())
            db.execute(word_sql.DROP_KEPT, {"seqs": json.dumps(list(terms))})
        db.execute(word_sql.DROP_COUNTS, {"key_id": key_id})

    def search(
        self, db: sqlite3.Connection, key_id: int, question: WordQuery, *, limit: int
    ) -> list[Scored]:
        return self._search(db, key_id).best(question, limit)

    def matches(self, db: sqlite3.Connection, key_id: int, question: WordQuery) -> WordMatches:
        """Every row of the key that shares a term with ``question``, and what it is worth.

        For a searcher that fuses words with something else.
        """
        return self._search(db, key_id).matches(question)

    def cut_entries(self, db: sqlite3.Connection) -> int:
        if missing_tables(db):
            return 0
        return int(db.execute(word_sql.CUT_ENTRIES).fetchone()[0])

    def check(self, db: sqlite3.Connection) -> Iterator[Fault]:
        return word_faults(db, self._analysis)

    def _search(self, db: sqlite3.Connection, key_id: int) -> WordSearch:
        waiting = pending.terms_of(db, key_id, self._analysis)
        return WordSearch(db, key_id, waiting=waiting, vocabulary=self._vocabulary)

    def _told_again(
        self,
        db: sqlite3.Connection,
        key_id: int,
        *,
        rows: Iterable[StoredRow],
        sizes: Mapping[int, int],
    ) -> dict[int, str]:
        """The terms of those rows for which analysing the entry again is sure, and cheap."""
        walk = _unstable(db, list(sizes)) | _long_shares(db, key_id, rows=rows, sizes=sizes)
        again = {}
        for row in rows:
            if row.seq in sizes and row.seq not in walk:
                terms = self._analysis.of_text(row.text).terms
                if len(terms) == sizes[row.seq]:
                    again[row.seq] = told(key_id, terms)
        return again


def _index(db: sqlite3.Connection, key_id: int, rows: Iterable[tuple[int, WordRow]]) -> None:
    """Tell FTS5 of rows, but for those without a term."""
    found = [(seq, row) for seq, row in rows if row.terms]
    if not found:
        return
    db.executemany(word_sql.ADD_ROW, [(seq, told(key_id, row.terms)) for seq, row in found])
    terms = sum(len(row.terms) for _, row in found)
    _count(db, key_id, entries=len(found), terms=terms)
    kept = [(seq, row.cut, row.unstable) for seq, row in found if row.cut or row.unstable]
    db.executemany(word_sql.KEEP, kept)


def _count(db: sqlite3.Connection, key_id: int, *, entries: int, terms: int) -> None:
    change = {"key_id": key_id, "entries": entries, "terms": terms}
    db.execute(word_sql.COUNT_KEY, change)


def _unstable(db: sqlite3.Connection, seqs: Sequence[int]) -> set[int]:
    return {row[0] for row in db.execute(word_sql.UNSTABLE, {"seqs": json.dumps(seqs)})}


def _long_shares(
    db: sqlite3.Connection, key_id: int, *, rows: Iterable[StoredRow], sizes: Mapping[int, int]
) -> set[int]:
    """Long rows that make up so much of their key that a walk costs less than their stems."""
    counts = db.execute(word_sql.KEY_COUNTS, {"key_id": key_id}).fetchone()
    terms = counts[1] if counts else 0
    return {
        row.seq
        for row in rows
        if len(row.text) > LONG_TEXT and terms <= _WALK_PAYS * sizes.get(row.seq, 0)
    }
