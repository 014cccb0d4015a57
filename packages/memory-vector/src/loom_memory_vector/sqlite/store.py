"""The store of the scheme ``vector+sqlite``: a list that is searched by meaning."""

from contextlib import nullcontext, suppress

from loom_memory_core import LoomError
from loom_memory_sqlite import SqliteMemoryStore

from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.sqlite.carrying import carried_by
from loom_memory_vector.sqlite.options import VectorSqliteOptions


class VectorSqliteStore(SqliteMemoryStore):
    """Ordered lists of entries in one file, and a search by meaning, or by words and meaning.

    Args:
        options: Where the file is, what makes its vectors, and what counts as a match.

    Examples:
        >>> from tempfile import mkdtemp
        >>> from loom_memory_core import MemoryEntry, StoreUrl
        >>> url = StoreUrl.parse(f"vector+sqlite:///{mkdtemp()}/memory.db")
        >>> store = VectorSqliteStore(VectorSqliteOptions(url=url, embedder="hashing:256"))
        >>> store.append("user/ada", [MemoryEntry(content="green tea"), MemoryEntry(content="db")])
        >>> [(hit.entry.content, hit.similarity) for hit in store.search("user/ada", "tea, green")]
        [('green tea', 1.0)]
        >>> store.close()
    """

    def __init__(self, options: VectorSqliteOptions) -> None:
        self._embedder = embedder_of(options)
        try:
            self._open(options)
        except BaseException:
            self._embedder.close()
            raise

    def close(self) -> None:
        super().close()
        self._embedder.close()

    def _open(self, options: VectorSqliteOptions) -> None:
        # A service that is down hinders nobody who reads; a new file needs its space.
        with suppress(LoomError) if options.path.exists() else nullcontext():
            _ = self._embedder.fingerprint
        carried = carried_by(options, self._embedder)
        if options.min_score is None:
            _ = carried.vectors.floor  # an unknown model without a floor is refused at once
        super().__init__(options, indexes=carried.indexes, searcher=carried.searcher)
