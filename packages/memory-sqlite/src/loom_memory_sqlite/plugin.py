"""The hook for the scheme ``sqlite``: the only file that knows about plugins.

Small, because whoever loads a plugin looks at every name of its module.
"""

from loom_memory_core import Backend, hookimpl

from loom_memory_sqlite.backend import SQLITE
from loom_memory_sqlite.options import SqliteOptions


@hookimpl
def loom_memory_backend() -> Backend[SqliteOptions]:
    """Memory in one SQLite file, as a backend."""
    return SQLITE
