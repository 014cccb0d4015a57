"""The store of the scheme ``vector+postgresql``: a list that is searched by meaning."""

from loom_memory_postgres import PostgresMemoryStore

from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.postgres.carrying import carried_by
from loom_memory_vector.postgres.options import VectorPostgresOptions


class VectorPostgresStore(PostgresMemoryStore):
    """Ordered lists in a PostgreSQL database, and a search by meaning, or by words and meaning.

    Args:
        options: Which database, what makes its vectors, and what counts as a match.
    """

    def __init__(self, options: VectorPostgresOptions) -> None:
        self._embedder = embedder_of(options)
        try:
            carried = carried_by(options, self._embedder)
            _ = carried.vectors.kind, carried.vectors.floor  # refused at once, if at all
            super().__init__(options, indexes=carried.indexes, searcher=carried.searcher)
        except BaseException:
            self._embedder.close()
            raise

    def close(self) -> None:
        super().close()
        self._embedder.close()
