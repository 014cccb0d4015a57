"""Agent memory in PostgreSQL: append order, full-text search, many machines."""

from loom_memory_postgres.analysis import WordQuery
from loom_memory_postgres.carried import Carried
from loom_memory_postgres.database import Database
from loom_memory_postgres.embedded import Embedded
from loom_memory_postgres.entry_rows import every_row
from loom_memory_postgres.index import AppendIndex, Fault, Index, Scored, Searcher, StoredRow
from loom_memory_postgres.maintenance import (
    count_unprepared,
    indexes_of_schema,
    migrate_schema,
    reindex_schema,
    repair_schema,
)
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.recalling import Recalling
from loom_memory_postgres.sql import LAST_SEQ, entry_at
from loom_memory_postgres.store import PostgresMemoryStore
from loom_memory_postgres.tables import make_table, partitions_of
from loom_memory_postgres.word_search import WordMatches
from loom_memory_postgres.words import WordIndex

__all__ = [
    "LAST_SEQ",
    "AppendIndex",
    "Carried",
    "Database",
    "Embedded",
    "Fault",
    "Index",
    "PostgresMemoryStore",
    "PostgresOptions",
    "Recalling",
    "Scored",
    "Searcher",
    "StoredRow",
    "WordIndex",
    "WordMatches",
    "WordQuery",
    "count_unprepared",
    "entry_at",
    "every_row",
    "indexes_of_schema",
    "make_table",
    "migrate_schema",
    "partitions_of",
    "reindex_schema",
    "repair_schema",
]
