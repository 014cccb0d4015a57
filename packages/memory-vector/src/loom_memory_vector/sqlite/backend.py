"""The backend for the scheme ``vector+sqlite``: what it can do, and how it is looked after."""

from contextlib import closing
from pathlib import Path
from typing import Any, Final

from loom_memory_core import OPTIONAL_VERBS, Backend, Problem, Progress, StoreUrl, no_progress
from loom_memory_sqlite import Index, reindex_file, repair_file

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.sqlite.carrying import carried_by
from loom_memory_vector.sqlite.options import SCHEME, VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore


def indexes_for(options: VectorSqliteOptions, embedder: CheckedEmbedder) -> list[Index[Any, Any]]:
    """The indexes that the options name."""
    return carried_by(options, embedder).indexes


def _repair(options: VectorSqliteOptions, /, *, progress: Progress = no_progress) -> list[Problem]:
    with closing(embedder_of(options)) as embedder:
        return repair_file(options, indexes_for(options, embedder), progress=progress)


def _reindex(options: VectorSqliteOptions, /, *, progress: Progress = no_progress) -> int:
    with closing(embedder_of(options)) as embedder:
        return reindex_file(options, indexes_for(options, embedder), progress=progress)


def _scratch(folder: Path) -> str:
    return StoreUrl(SCHEME, path=f"/{(folder / 'scratch.db').as_posix()}").with_secrets()


VECTOR_SQLITE: Final = Backend(
    name=SCHEME,
    options=VectorSqliteOptions,
    open=VectorSqliteStore,
    summary="One SQLite file: append order, search by meaning.",
    contract="1.0",
    matching="similarity",
    verbs=OPTIONAL_VERBS,
    scratch=_scratch,
    repair=_repair,
    reindex=_reindex,
)
"""Memory in one SQLite file that is found by meaning."""
