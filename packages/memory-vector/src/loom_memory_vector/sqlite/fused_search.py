"""Words and vectors of one file, fused into one ranking."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocols

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from loom_memory_sqlite import Scored, WordIndex, WordQuery

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.fusion import Words, fuse
from loom_memory_vector.sqlite.index import VectorIndex
from loom_memory_vector.sqlite.options import SCHEME


class HybridWords(WordIndex):
    """The words of a file that carries vectors too: the same index, behind another URL.

    Args:
        language: Whose stems match.
        parameters: What a URL needs beside the file, to open a store with both indexes.
    """

    scheme = SCHEME

    def __init__(self, language: str, *, parameters: Mapping[str, str]) -> None:
        super().__init__(language)
        self._parameters = parameters

    @property
    def parameters(self) -> Mapping[str, str]:
        return self._parameters


class FusedQuery(NamedTuple):
    """A query as both indexes take it."""

    words: WordQuery
    vector: Vectors | None
    """``None`` for a query without a term, which finds nothing."""


class FusedSearch:
    """Answers searches from both indexes of a file.

    Args:
        words: The index of words.
        vectors: The index of vectors.
    """

    def __init__(self, words: WordIndex, vectors: VectorIndex) -> None:
        self._words = words
        self._vectors = vectors

    def prepare_query(self, query: str) -> FusedQuery:
        return FusedQuery(self._words.prepare_query(query), self._vectors.prepare_query(query))

    def search(
        self, db: sqlite3.Connection, key_id: int, question: FusedQuery, *, limit: int
    ) -> list[Scored]:
        if question.vector is None:
            return []
        matches = self._words.matches(db, key_id, question.words)
        found = fuse(
            self._vectors.matrix(db, key_id),
            question.vector,
            words=Words(matches.shares, matches.others),
            floor=self._vectors.floor,
            limit=limit,
        )
        return [Scored(*each) for each in found]
