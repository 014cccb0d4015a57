"""The words index: a tsvector for each row, behind the protocol that ``index`` publishes."""

# ruff: noqa: D102 - what the methods promise is documented once, in the protocol

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from loom_memory_core import MemoryEntry

from loom_memory_postgres import word_sql
from loom_memory_postgres.analysis import Analysis, WordQuery, WordRow
from loom_memory_postgres.database import Database
from loom_memory_postgres.index import Fault, Scored, StoredRow
from loom_memory_postgres.tables import make_table, partitions_of
from loom_memory_postgres.word_check import word_faults
from loom_memory_postgres.word_search import WordMatches, all_matches, best_matches

_PENDING_KILOBYTES: Final = 512
"""What an append leaves unsorted before one pays for sorting it in. The server's default, 4 MB,
lets that one wait for a fifth of a second, and makes up half of a small store."""


class WordIndex:
    """Finds rows by the words they share with a query, and ranks them by idf.

    Args:
        language: A Snowball language, whose stems match and whose stop words do not rank;
            or ``none``.
    """

    name = "words"
    scheme = "postgresql"

    def __init__(self, language: str = "english") -> None:
        self._analysis = Analysis(language)

    @property
    def identity(self) -> str:
        return self._analysis.identity

    @property
    def parameters(self) -> Mapping[str, str]:
        return {"language": self._analysis.language}

    def create(self, db: Database) -> None:
        columns = [
            'key text COLLATE "C" NOT NULL',
            "seq bigint NOT NULL",
            "length int NOT NULL",
            "cut bool NOT NULL",
            "unstable bool NOT NULL",
            "lexemes tsvector NOT NULL",
            "PRIMARY KEY (key, seq)",
        ]
        make_table(db, "loom_words", columns, partitions=partitions_of(db))
        db.execute(
            "CREATE INDEX loom_words_lexemes ON {schema}.loom_words USING gin (lexemes) "
            f"WITH (gin_pending_list_limit = {_PENDING_KILOBYTES})"
        )

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
        return [self._analysis.of_entry(entry) for entry in entries]

    def prepare_query(self, query: str) -> WordQuery:
        return self._analysis.of_query(query)

    def add(self, db: Database, key: str, rows: Sequence[tuple[int, WordRow]]) -> None:
        _add(db, word_sql.ADD, key=key, rows=rows)

    def append(self, db: Database, key: str, prepared: Sequence[WordRow]) -> None:
        places = range(1 - len(prepared), 1)
        _add(db, word_sql.APPEND, key=key, rows=list(zip(places, prepared, strict=True)))

    def drop(self, db: Database, key: str, rows: Sequence[StoredRow]) -> None:
        if rows:
            db.execute(word_sql.DROP, {"key": key, "seqs": [row.seq for row in rows]})

    def clear(self, db: Database, key: str) -> None:
        db.execute(word_sql.CLEAR, {"key": key})

    def search(self, db: Database, key: str, question: WordQuery, *, limit: int) -> list[Scored]:
        return best_matches(db, key, question, limit=limit)

    def matches(self, db: Database, key: str, question: WordQuery) -> WordMatches | None:
        """Every match, for a statement that fuses words with something else; ``None`` for none."""
        return all_matches(db, key, question)

    def cut_entries(self, db: Database) -> int:
        return db.number(word_sql.COUNT_CUT)

    def check(self, db: Database) -> Iterator[Fault]:
        return word_faults(db, self._analysis)


def _add(db: Database, statement: str, *, key: str, rows: Sequence[tuple[int, WordRow]]) -> None:
    come = [(seq, row) for seq, row in rows if row.lexemes]
    if not come:
        return
    values = {
        "key": key,
        "seqs": [seq for seq, _ in come],
        "lengths": [row.length for _, row in come],
        "cuts": [row.cut for _, row in come],
        "unstables": [row.unstable for _, row in come],
        "lexemes": [" ".join(row.lexemes) for _, row in come],
    }
    db.execute(statement, values)
