"""Agent memory in PostgreSQL: append order, full-text search, many machines."""

from loom_memory_postgres.database import Database
from loom_memory_postgres.index import AppendIndex, Fault, Index, Scored, Searcher, StoredRow
from loom_memory_postgres.maintenance import migrate_schema, reindex_schema, repair_schema
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.sql import LAST_SEQ
from loom_memory_postgres.store import PostgresMemoryStore
from loom_memory_postgres.tables import make_table, partitions_of
from loom_memory_postgres.words import WordIndex

__all__ = [
    "LAST_SEQ",
    "AppendIndex",
    "Database",
    "Fault",
    "Index",
    "PostgresMemoryStore",
    "PostgresOptions",
    "Scored",
    "Searcher",
    "StoredRow",
    "WordIndex",
    "make_table",
    "migrate_schema",
    "partitions_of",
    "reindex_schema",
    "repair_schema",
]
