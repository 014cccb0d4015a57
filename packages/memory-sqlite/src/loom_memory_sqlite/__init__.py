"""Agent memory in one SQLite file: append order, FTS5 search."""

from loom_memory_sqlite.fts import WordIndex
from loom_memory_sqlite.index import Fault, Index, Scored, Searcher, StoredRow
from loom_memory_sqlite.maintenance import reindex_file, repair_file
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.store import SqliteListStore, SqliteMemoryStore

__all__ = [
    "Fault",
    "Index",
    "Scored",
    "Searcher",
    "SqliteListStore",
    "SqliteMemoryStore",
    "SqliteOptions",
    "StoredRow",
    "WordIndex",
    "reindex_file",
    "repair_file",
]
