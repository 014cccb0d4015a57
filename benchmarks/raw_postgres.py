"""PostgreSQL by hand, beside which the store is measured: the same rows, other designs."""

from collections.abc import Sequence
from typing import Any, Final

import psycopg
from loom_memory_bench.speed.corpus import Item
from loom_memory_core import tokenize

PLAIN: Final = (
    "CREATE TABLE raw.plain (id bigserial, key text, entry text, PRIMARY KEY (key, id))",
)
WORDS: Final = (
    """CREATE TABLE raw.btree
    (id bigserial, key text, entry text, words tsvector, PRIMARY KEY (key, id))""",
    "CREATE TABLE raw.gin (LIKE raw.btree INCLUDING ALL)",
    "CREATE INDEX ON raw.gin USING gin (words)",
)

INSERT: Final = "INSERT INTO raw.plain (key, entry) VALUES (%s, %s)"
INSERT_WITH_WORDS: Final = (
    "INSERT INTO raw.gin (key, entry, words) "
    "VALUES (%s, %s, array_to_tsvector(string_to_array(%s, ' ')))"
)
INSERT_MANY: Final = "INSERT INTO raw.plain (key, entry) SELECT %s, unnest(%s::text[])"

_SEARCH: Final = """
SELECT id, entry, ts_rank(words, %s::tsquery) AS score
FROM raw.{table}
WHERE key = %s AND words @@ %s::tsquery
ORDER BY score DESC, id DESC
LIMIT 10
"""


class RawPostgres:
    """Tables of the schema ``raw``, which is made anew.

    Args:
        url: Of the database.
    """

    def __init__(self, url: str) -> None:
        self.db: psycopg.Connection[tuple[Any, ...]] = psycopg.connect(url, autocommit=True)
        self.run("DROP SCHEMA IF EXISTS raw CASCADE", "CREATE SCHEMA raw", *PLAIN, *WORDS)

    def run(self, *statements: str) -> None:
        """Execute ``statements``."""
        for statement in statements:
            self.db.execute(statement.encode())

    @property
    def pid(self) -> int:
        """The server's process behind this connection."""
        return self.db.info.backend_pid

    def fill(self, key: str, rows: Sequence[Item]) -> None:
        """Add ``rows`` to the table without an index on words."""
        self.db.execute(
            "INSERT INTO raw.btree (key, entry, words) "
            "SELECT %s, e, array_to_tsvector(string_to_array(w, ' ')) "
            "FROM unnest(%s::text[], %s::text[]) AS r (e, w)",
            [key, [row.body for row in rows], [" ".join(_words(row.text)) for row in rows]],
        )

    def index(self) -> None:
        """Copy it into the one with the index, and let the planner look at both."""
        self.run("INSERT INTO raw.gin SELECT * FROM raw.btree", "VACUUM ANALYZE")

    def search(self, table: str, key: str, query: str, *, prepare: bool | None) -> int:
        """How many hits; ``prepare=None`` is psycopg's default, which ends in a generic plan."""
        asked = " | ".join(f"'{term}'" for term in _words(query))
        statement = _SEARCH.format(table=table).encode()
        return len(self.db.execute(statement, [asked, key, asked], prepare=prepare).fetchall())

    def append(self, key: str, item: Item) -> None:
        """One row, committed."""
        self.db.execute(INSERT, [key, item.body])

    def append_with_words(self, key: str, item: Item) -> None:
        """The same, into the table with words and the index on them."""
        self.db.execute(INSERT_WITH_WORDS, [key, item.body, " ".join(_words(item.text))])

    def copy_plain(self) -> None:
        """Put the filled rows into the plain table, too."""
        self.run("INSERT INTO raw.plain (key, entry) SELECT key, entry FROM raw.btree ORDER BY id")

    def rewrite(self, key: str, rows: Sequence[Item]) -> None:
        """Delete a list and insert another, in one transaction."""
        with self.db.transaction():
            self.db.execute("DELETE FROM raw.plain WHERE key = %s", [key])
            self.db.execute(INSERT_MANY, [key, [row.body for row in rows]])

    def bytes(self, *tables: str) -> int:
        """What tables and their indexes take."""
        found = self.db.execute(
            "SELECT sum(pg_total_relation_size(each::regclass)) FROM unnest(%s::text[]) AS each",
            [list(tables)],
        ).fetchone()
        return int(found[0]) if found else 0


def _words(text: str) -> list[str]:
    return list(dict.fromkeys(tokenize(text)))
