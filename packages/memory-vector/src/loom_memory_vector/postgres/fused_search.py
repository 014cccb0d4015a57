"""Words and vectors of one schema, fused into one ranking."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocols

from collections.abc import Mapping
from typing import Any, NamedTuple

from loom_memory_postgres import Database, Scored, WordIndex, WordMatches, WordQuery

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.fusion import WORDS_WEIGHT
from loom_memory_vector.postgres import vector_sql
from loom_memory_vector.postgres.index import VectorIndex
from loom_memory_vector.postgres.options import SCHEME
from loom_memory_vector.postgres.vector_search import Asked, similarities, top_similarity


class HybridWords(WordIndex):
    """The words of a schema that carries vectors too: the same index, behind another URL.

    Args:
        language: Whose stems match.
        parameters: What a URL needs beside the place, to open a store with both indexes.
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
    """Answers searches from both indexes of a schema, in one statement.

    Each index keeps its own rule of what matches, and the scores are added, as
    ``loom_memory_vector.fusion`` has it.

    Args:
        words: The index of words.
        vectors: The index of vectors.
    """

    def __init__(self, words: WordIndex, vectors: VectorIndex) -> None:
        self._words = words
        self._vectors = vectors

    def prepare_query(self, query: str) -> FusedQuery:
        return FusedQuery(self._words.prepare_query(query), self._vectors.prepare_query(query))

    def search(self, db: Database, key: str, question: FusedQuery, *, limit: int) -> list[Scored]:
        if question.vector is None:
            return []
        asked = self._vectors.asked(key, question.vector, limit)
        words = self._words.matches(db, key, question.words)
        top, rows = _closest(db, asked, words=words, is_open=None)
        is_open = top is not None and top >= asked.floor.min_top_score
        if top is not None and abs(top - asked.floor.min_top_score) <= asked.kind.margin:
            exactly = top_similarity(db, asked) >= asked.floor.min_top_score
            if exactly is not is_open:
                is_open = exactly
                _, rows = _closest(db, asked, words=words, is_open=is_open)
        return _ranked(rows, asked, is_open=is_open)


class Close(NamedTuple):
    """A row that may be among the best."""

    seq: int
    share: float | None
    """Of the best possible score of words; ``None`` for a row that shares no term."""

    vector: bytes | None
    text: str | None


def _closest(
    db: Database, asked: Asked, *, words: WordMatches | None, is_open: bool | None
) -> tuple[float | None, list[Close]]:
    """What the server holds for the best product of the key, and the rows that are close.

    Args:
        db: The database.
        asked: The question.
        words: The matches of the words, if there can be any.
        is_open: Whether the vectors reach the gate; as the server sees it, unless given.
    """
    begin, values = (vector_sql.NO_WORDS, {}) if words is None else (words.begin, words.values)
    more: dict[str, Any] = {"gate": asked.floor.min_top_score, "is_open": is_open}
    statement = begin + vector_sql.fused(asked.kind.name)
    rows = db.execute(statement, {**values, **asked.values, **more}, prepare=False).fetchall()
    return rows[0][0], [Close(*row[1:]) for row in rows if row[1] is not None]


def _ranked(rows: list[Close], asked: Asked, *, is_open: bool) -> list[Scored]:
    found = iter(similarities([row.vector for row in rows if row.vector is not None], asked))
    cosines = [None if row.vector is None else next(found) for row in rows]
    scored = [
        _scored(row, cosine)
        for row, cosine in zip(rows, cosines, strict=True)
        if row.share is not None
        or (is_open and cosine is not None and cosine >= asked.floor.min_score)
    ]
    return sorted(scored, key=lambda each: (-each.score, -each.seq))[: asked.limit]


def _scored(row: Close, cosine: float | None) -> Scored:
    score = round((cosine or 0.0) + WORDS_WEIGHT * (row.share or 0.0), 6)
    return Scored(row.seq, score, cosine, row.text)
