"""The words index: one FTS5 table for all keys, behind the protocol that ``index`` publishes."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocol

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from loom_memory_core.entry import MemoryEntry

from loom_memory_sqlite import word_sql
from loom_memory_sqlite.analysis import Analysis, WordQuery, WordRow
from loom_memory_sqlite.entry_rows import parsed_or_none
from loom_memory_sqlite.index import Fault, Scored, StoredRow
from loom_memory_sqlite.question import weighed
from loom_memory_sqlite.ranking import MIN_SCORE, lengths, ranked, top
from loom_memory_sqlite.vocabulary import KeyCounts, Vocabulary, prefix_of, term_range
from loom_memory_sqlite.word_check import word_faults

_TERMS_IN_A_MATCH: Final = 1_000
"""More are united in chunks: the time of one MATCH grows faster than its terms."""


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

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
        return [self._analysis.of_entry(entry) for entry in entries]

    def prepare_query(self, query: str) -> WordQuery:
        return self._analysis.of_query(query)

    def add(self, db: sqlite3.Connection, key_id: int, rows: Sequence[tuple[int, WordRow]]) -> None:
        found = [(seq, row) for seq, row in rows if row.terms]
        if not found:
            return
        told = [(seq, _told(key_id, row.terms)) for seq, row in found]
        db.executemany(word_sql.ADD_ROW, told)
        terms = sum(len(row.terms) for _, row in found)
        _count(db, key_id, entries=len(found), terms=terms)
        kept = [(seq, row.cut, row.unstable) for seq, row in found if row.cut or row.unstable]
        db.executemany(word_sql.KEEP, kept)

    def drop(self, db: sqlite3.Connection, key_id: int, rows: Sequence[StoredRow]) -> None:
        seqs = [row.seq for row in rows]
        sizes = lengths(db, seqs)
        if not sizes:
            return
        told = self._told_again(db, key_id, rows=rows, sizes=sizes)
        told.update(_walked(db, key_id, sizes.keys() - told.keys()))
        db.executemany(word_sql.DROP_ROW, told.items())
        _count(db, key_id, entries=-len(sizes), terms=-sum(sizes.values()))
        db.execute(word_sql.DROP_COUNTS_IF_EMPTY, {"key_id": key_id})
        db.execute(word_sql.DROP_KEPT, {"seqs": json.dumps(seqs)})

    def clear(self, db: sqlite3.Connection, key_id: int) -> None:
        if db.execute(word_sql.IS_ONLY_KEY, {"key_id": key_id}).fetchone()[0]:
            db.execute(word_sql.DROP_ALL)
            db.execute(word_sql.DROP_ALL_KEPT)
        else:
            told = _walked(db, key_id, None)
            db.executemany(word_sql.DROP_ROW, told.items())
            db.execute(word_sql.DROP_KEPT, {"seqs": json.dumps(list(told))})
        db.execute(word_sql.DROP_COUNTS, {"key_id": key_id})

    def search(
        self, db: sqlite3.Connection, key_id: int, question: WordQuery, *, limit: int
    ) -> list[Scored]:
        row = db.execute(word_sql.KEY_COUNTS, {"key_id": key_id}).fetchone()
        if row is None:
            return []
        counts = KeyCounts(*row)
        limit = min(limit, counts.entries)
        terms = [*question.content, *question.stop]
        known = self._vocabulary.frequencies(db, key_id, terms=terms, counts=counts)
        query = weighed(question, known, counts.entries)
        scores = ranked(db, key_id, query.weights, counts=counts, best=query.best)
        hits = top(scores, limit)
        if len(hits) == limit:
            return hits
        newest = _newest(db, key_id, query.others, limit=limit + len(hits))
        others = [seq for seq in newest if seq not in scores][: limit - len(hits)]
        return [*hits, *(Scored(seq, MIN_SCORE) for seq in others)]

    def cut_entries(self, db: sqlite3.Connection) -> int:
        return int(db.execute(word_sql.CUT_ENTRIES).fetchone()[0])

    def check(self, db: sqlite3.Connection) -> Iterator[Fault]:
        return word_faults(db, self._analysis)

    def _told_again(
        self,
        db: sqlite3.Connection,
        key_id: int,
        *,
        rows: Iterable[StoredRow],
        sizes: Mapping[int, int],
    ) -> dict[int, str]:
        """The terms of those rows for which analysing the entry again surely gives them."""
        unstable = _unstable(db, list(sizes))
        told = {}
        for row in rows:
            entry = parsed_or_none(row.text)
            if row.seq not in sizes or row.seq in unstable or entry is None:
                continue
            terms = self._analysis.of_entry(entry).terms
            if len(terms) == sizes[row.seq]:
                told[row.seq] = _told(key_id, terms)
        return told


def _told(key_id: int, terms: Sequence[str]) -> str:
    """``terms`` as FTS5 is told them."""
    prefix = prefix_of(key_id)
    return prefix + f" {prefix}".join(terms)


def _count(db: sqlite3.Connection, key_id: int, *, entries: int, terms: int) -> None:
    change = {"key_id": key_id, "entries": entries, "terms": terms}
    db.execute(word_sql.COUNT_KEY, change)


def _unstable(db: sqlite3.Connection, seqs: Sequence[int]) -> set[int]:
    return {row[0] for row in db.execute(word_sql.UNSTABLE, {"seqs": json.dumps(seqs)})}


def _walked(db: sqlite3.Connection, key_id: int, seqs: Iterable[int] | None) -> dict[int, str]:
    """The terms of ``seqs``, or of every row, by walking all that the index holds of the key.

    Slow in a long list, and right whatever the entries have become.
    """
    wanted = None if seqs is None else set(seqs)
    if wanted is not None and not wanted:
        return {}
    terms: defaultdict[int, list[str]] = defaultdict(list)
    last = ""
    for seq, term in db.execute(word_sql.ALL_POSTINGS, term_range(key_id)):
        if term != last:
            last = term  # one string for all rows that hold the term
        if wanted is None or seq in wanted:
            terms[seq].append(last)
    return {seq: " ".join(each) for seq, each in terms.items()}


def _newest(db: sqlite3.Connection, key_id: int, terms: Sequence[str], *, limit: int) -> list[int]:
    """The newest ``limit`` rows that hold one of ``terms``."""
    prefix = prefix_of(key_id)
    rows: set[int] = set()
    for start in range(0, len(terms), _TERMS_IN_A_MATCH):
        chunk = terms[start : start + _TERMS_IN_A_MATCH]
        match = " OR ".join(f'"{prefix}{term}"' for term in chunk)
        found = db.execute(word_sql.NEWEST_MATCHES, {"match": match, "limit": limit})
        rows.update(row[0] for row in found)
    return sorted(rows, reverse=True)[:limit]
