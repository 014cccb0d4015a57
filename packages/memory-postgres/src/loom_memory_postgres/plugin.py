"""The hook for the schemes ``postgresql`` and ``postgres``: the only file that knows of plugins."""

from loom_memory_core import OPTIONAL_VERBS, Backend, Problem, Progress, hookimpl, no_progress

from loom_memory_postgres.maintenance import reindex_schema, repair_schema
from loom_memory_postgres.options import PostgresOptions
from loom_memory_postgres.store import PostgresMemoryStore
from loom_memory_postgres.words import WordIndex


def _repair(options: PostgresOptions, /, *, progress: Progress = no_progress) -> list[Problem]:
    return repair_schema(options, [WordIndex(options.language)], progress=progress)


def _reindex(options: PostgresOptions, /, *, progress: Progress = no_progress) -> int:
    return reindex_schema(options, [WordIndex(options.language)], progress=progress)


@hookimpl
def loom_memory_backend() -> Backend[PostgresOptions]:
    """Memory in a PostgreSQL database, as a backend."""
    return Backend(
        name="postgresql",
        options=PostgresOptions,
        open=PostgresMemoryStore,
        summary="PostgreSQL: many machines, append order, full-text search.",
        contract="1.0",
        matching="terms",
        verbs=OPTIONAL_VERBS,
        repair=_repair,
        reindex=_reindex,
    )
