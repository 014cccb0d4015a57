"""The backend for the scheme ``sqlite``: what it can do, and how its stores are opened."""

from pathlib import Path
from typing import Final

from loom_memory_core import OPTIONAL_VERBS, Backend, Problem, Progress, StoreUrl, no_progress

from loom_memory_sqlite.fts import WordIndex
from loom_memory_sqlite.fts5_support import has_fts5, warn_without_fts5
from loom_memory_sqlite.maintenance import reindex_file, repair_file
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.store import SqliteListStore, SqliteMemoryStore


def open_sqlite(options: SqliteOptions) -> SqliteListStore:
    """The store that ``options`` name; without ``search`` where SQLite lacks FTS5."""
    if has_fts5():
        return SqliteMemoryStore(options)
    warn_without_fts5()
    return SqliteListStore(options)


def _repair(options: SqliteOptions, /, *, progress: Progress = no_progress) -> list[Problem]:
    return repair_file(options, [WordIndex(options.language)], progress=progress)


def _reindex(options: SqliteOptions, /, *, progress: Progress = no_progress) -> int:
    return reindex_file(options, [WordIndex(options.language)], progress=progress)


def _scratch(folder: Path) -> str:
    return StoreUrl("sqlite", path=f"/{(folder / 'scratch.db').as_posix()}").with_secrets()


SQLITE: Final = Backend(
    name="sqlite",
    options=SqliteOptions,
    open=open_sqlite,
    summary="One SQLite file: append order, full-text search.",
    contract="1.0",
    matching="terms",
    verbs=OPTIONAL_VERBS,
    scratch=_scratch,
    repair=_repair,
    reindex=_reindex,
)
"""Memory in one SQLite file."""
