"""The backend for the scheme ``vector+postgresql``: what it can do, and how it is looked after."""

from contextlib import closing
from typing import Any, Final

from loom_memory_core import OPTIONAL_VERBS, Backend, Problem, Progress, no_progress
from loom_memory_postgres import Index, reindex_schema, repair_schema

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.postgres.carrying import carried_by
from loom_memory_vector.postgres.options import SCHEME, VectorPostgresOptions
from loom_memory_vector.postgres.store import VectorPostgresStore


def indexes_for(options: VectorPostgresOptions, embedder: CheckedEmbedder) -> list[Index[Any, Any]]:
    """The indexes that the options name."""
    return carried_by(options, embedder).indexes


def _repair(
    options: VectorPostgresOptions, /, *, progress: Progress = no_progress
) -> list[Problem]:
    with closing(embedder_of(options)) as embedder:
        return repair_schema(options, indexes_for(options, embedder), progress=progress)


def _reindex(options: VectorPostgresOptions, /, *, progress: Progress = no_progress) -> int:
    with closing(embedder_of(options)) as embedder:
        return reindex_schema(options, indexes_for(options, embedder), progress=progress)


VECTOR_POSTGRES: Final = Backend(
    name=SCHEME,
    options=VectorPostgresOptions,
    open=VectorPostgresStore,
    summary="PostgreSQL with pgvector: many machines, append order, search by meaning.",
    contract="1.0",
    matching="similarity",
    verbs=OPTIONAL_VERBS,
    repair=_repair,
    reindex=_reindex,
)
"""Memory in a PostgreSQL database that is found by meaning."""
