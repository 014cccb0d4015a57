"""Agent memory in one SQLite file: append order, FTS5 search."""

from loom_memory_sqlite.analysis import WordQuery
from loom_memory_sqlite.carried import Carried
from loom_memory_sqlite.embedded import Embedded
from loom_memory_sqlite.entry_rows import every_row
from loom_memory_sqlite.fts import WordIndex
from loom_memory_sqlite.index import Fault, Index, Scored, Searcher, StoredRow
from loom_memory_sqlite.maintenance import (
    count_unprepared,
    indexes_of_file,
    reindex_file,
    repair_file,
)
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.recalling import Recalling
from loom_memory_sqlite.store import SqliteListStore, SqliteMemoryStore
from loom_memory_sqlite.word_search import WordMatches

__all__ = [
    "Carried",
    "Embedded",
    "Fault",
    "Index",
    "Recalling",
    "Scored",
    "Searcher",
    "SqliteListStore",
    "SqliteMemoryStore",
    "SqliteOptions",
    "StoredRow",
    "WordIndex",
    "WordMatches",
    "WordQuery",
    "count_unprepared",
    "every_row",
    "indexes_of_file",
    "reindex_file",
    "repair_file",
]
