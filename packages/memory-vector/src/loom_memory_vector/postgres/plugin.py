"""The hook for the scheme ``vector+postgresql``: the only file that knows about plugins.

Small, because whoever loads a plugin looks at every name of its module.
"""

from loom_memory_core import Backend, hookimpl

from loom_memory_vector.postgres.backend import VECTOR_POSTGRES
from loom_memory_vector.postgres.options import VectorPostgresOptions


@hookimpl
def loom_memory_backend() -> Backend[VectorPostgresOptions]:
    """Memory in a PostgreSQL database that is found by meaning, as a backend."""
    return VECTOR_POSTGRES
