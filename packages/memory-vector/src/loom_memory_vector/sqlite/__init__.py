"""Vectors beside the rows of an SQLite file: the store, its options, and the move to a model."""

from loom_memory_vector.move import Move
from loom_memory_vector.sqlite.index import VectorIndex
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.reembedding import planned_move, reembed_file
from loom_memory_vector.sqlite.store import VectorSqliteStore

__all__ = [
    "Move",
    "VectorIndex",
    "VectorSqliteOptions",
    "VectorSqliteStore",
    "planned_move",
    "reembed_file",
]
