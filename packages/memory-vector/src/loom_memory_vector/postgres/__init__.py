"""Vectors beside the rows of a PostgreSQL schema: store, options, and the move to a model."""

from loom_memory_vector.move import Move
from loom_memory_vector.postgres.index import VectorIndex
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.reembedding import planned_move, reembed_schema
from loom_memory_vector.postgres.store import VectorPostgresStore

__all__ = [
    "Move",
    "VectorIndex",
    "VectorPostgresOptions",
    "VectorPostgresStore",
    "planned_move",
    "reembed_schema",
]
