"""The hook for the scheme ``vector+sqlite``: the only file that knows about plugins.

Small, because whoever loads a plugin looks at every name of its module.
"""

from loom_memory_core import Backend, hookimpl

from loom_memory_vector.sqlite.backend import VECTOR_SQLITE
from loom_memory_vector.sqlite.options import VectorSqliteOptions


@hookimpl
def loom_memory_backend() -> Backend[VectorSqliteOptions]:
    """Memory in one SQLite file that is found by meaning, as a backend."""
    return VECTOR_SQLITE
