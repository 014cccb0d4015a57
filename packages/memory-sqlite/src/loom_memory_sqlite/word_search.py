"""One search for words: what FTS5 holds of the key and what still waits, as one list."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

from loom_memory_sqlite import pending, word_sql
from loom_memory_sqlite.analysis import WordQuery
from loom_memory_sqlite.index import Scored
from loom_memory_sqlite.postings import length_of, newest, places, sizes
from loom_memory_sqlite.question import Weighed, weighed
from loom_memory_sqlite.ranking import MIN_SCORE, norm, scores, top
from loom_memory_sqlite.vocabulary import KeyCounts, Vocabulary


class WordMatches(NamedTuple):
    """The rows that share a term with a query; good inside the transaction that gave them."""

    shares: dict[int, float]
    """Each row that ranks, with its BM25 as a share of the best that the query could reach:
    above 0 and below 1, so that it compares across queries. Not rounded."""

    others: Callable[[], Collection[int]]
    """Finds the rows that hold a term that does not rank, such as a stop word; some of them
    may rank by another term. It walks long postings, so it is asked only when it matters."""


class WordSearch:
    """The key as it is in this transaction.

    Args:
        db: The file.
        key_id: The key.
        waiting: The terms of its rows that are not indexed yet.
        vocabulary: Remembers how frequent terms are.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        key_id: int,
        *,
        waiting: Mapping[int, Counter[str]],
        vocabulary: Vocabulary,
    ) -> None:
        self._db = db
        self._key_id = key_id
        self._waiting = waiting
        self._vocabulary = vocabulary
        row = db.execute(word_sql.KEY_COUNTS, {"key_id": key_id}).fetchone()
        self._indexed = KeyCounts(*row) if row else KeyCounts(0, 0, 0)
        self._entries = max(self._indexed.entries, 0) + len(waiting)

    def best(self, query: WordQuery, limit: int) -> list[Scored]:
        """The best matches, then the newest of those whose score is the least there is."""
        known = self._known(query)
        if not known:
            return []
        limit = min(limit, self._entries)
        question = weighed(query, known, self._entries)
        found = self._scores(question)
        ranked = [hit for hit in top(found, limit) if hit.score > MIN_SCORE]
        places_left = limit - len(ranked)
        if not places_left:
            return ranked
        matches = self._newest(question.others, limit + len(found))
        rest = {*found, *matches}.difference(hit.seq for hit in ranked)
        newest_first = sorted(rest, reverse=True)[:places_left]
        return [*ranked, *(Scored(row, MIN_SCORE) for row in newest_first)]

    def matches(self, query: WordQuery) -> WordMatches:
        """Every match, for a searcher that fuses words with something else."""
        known = self._known(query)
        if not known:
            return WordMatches({}, frozenset)
        question = weighed(query, known, self._entries)
        return WordMatches(
            self._scores(question), lambda: self._newest(question.others, self._entries)
        )

    def _known(self, query: WordQuery) -> Mapping[str, int]:
        """In how many entries each term of the query stands, if in any."""
        terms = [*query.content, *query.stop]
        known = pending.frequencies(self._waiting, terms)
        if self._indexed.entries > 0:
            known.update(
                self._vocabulary.frequencies(
                    self._db, self._key_id, terms=terms, counts=self._indexed
                )
            )
        return known

    def _scores(self, question: Weighed) -> dict[int, float]:
        found = {term: places(self._db, self._key_id, term) for term in question.shares}
        norms = self._norms(set(chain.from_iterable(found.values())))
        for row, terms in self._waiting.items():
            for term in found.keys() & terms.keys():
                found[term][row] = terms[term]
        return scores(found, norms, question.shares)

    def _norms(self, rows: Iterable[int]) -> dict[int, float]:
        """The norm of each of ``rows``, and of those that wait."""
        waiting = {row: terms.total() for row, terms in self._waiting.items()}
        total = self._indexed.terms + sum(waiting.values())
        average = max(total, 1) / max(self._entries, 1)  # a damaged index may count none
        # Lengths repeat, so few are worked out.
        norm_of = cache(lambda size: norm(length_of(size), average))
        norms = {row: norm_of(size) for row, size in sizes(self._db, rows)}
        norms.update((row, norm(length, average)) for row, length in waiting.items())
        return norms

    def _newest(self, terms: list[str], limit: int) -> list[int]:
        wanted = set(terms)
        waiting = [row for row, held in self._waiting.items() if not wanted.isdisjoint(held)]
        indexed = newest(self._db, self._key_id, terms, limit=limit) if terms else []
        return sorted([*waiting, *indexed], reverse=True)[:limit]
