"""The backend for the scheme ``vector+sqlite``: what it can do, and how it is looked after."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from loom_memory_core import OPTIONAL_VERBS, Backend, Problem, Progress, StoreUrl, no_progress
from loom_memory_sqlite import Index, reindex_file, repair_file

from loom_memory_vector.choosing import make_embedder
from loom_memory_vector.sqlite.carrying import carried_by
from loom_memory_vector.sqlite.index import SCHEME
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore


@contextmanager
def indexes_for(options: VectorSqliteOptions) -> Iterator[list[Index[Any, Any]]]:
    """The indexes that the options name, with an embedder that is closed in the end."""
    embedder = make_embedder(options.embedder, base_url=options.base_url, api_key=options.api_key)
    try:
        yield carried_by(options, embedder).indexes
    finally:
        embedder.close()


def _repair(options: VectorSqliteOptions, /, *, progress: Progress = no_progress) -> list[Problem]:
    with indexes_for(options) as indexes:
        return repair_file(options, indexes, progress=progress)


def _reindex(options: VectorSqliteOptions, /, *, progress: Progress = no_progress) -> int:
    with indexes_for(options) as indexes:
        return reindex_file(options, indexes, progress=progress)


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
