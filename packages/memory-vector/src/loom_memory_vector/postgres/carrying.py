"""Which indexes a schema carries for given options."""

from typing import Any, NamedTuple

from loom_memory_postgres import Index, Searcher

from loom_memory_vector.checked import CheckedEmbedder
from loom_memory_vector.postgres.fused_search import FusedSearch, HybridWords
from loom_memory_vector.postgres.index import VectorIndex
from loom_memory_vector.postgres.options import VectorPostgresOptions


class CarriedIndexes(NamedTuple):
    """The indexes, and what searches them."""

    vectors: VectorIndex
    indexes: list[Index[Any, Any]]
    searcher: Searcher[Any]


def carried_by(options: VectorPostgresOptions, embedder: CheckedEmbedder) -> CarriedIndexes:
    """Vectors, and words too if the store is a hybrid one."""
    parameters = options.parameters()
    vectors = VectorIndex(
        embedder,
        parameters=parameters,
        min_score=options.min_score,
        min_top_score=options.min_top_score,
        approximate=options.approximate,
    )
    if not options.hybrid:
        return CarriedIndexes(vectors, [vectors], vectors)
    words = HybridWords(options.language, parameters=parameters)
    return CarriedIndexes(vectors, [vectors, words], FusedSearch(words, vectors))
