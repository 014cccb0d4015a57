"""Read by mypy and never run: the store and the index have what the protocols ask for."""

from loom_memory_core import (
    ClosableStore,
    GettableStore,
    InspectableStore,
    ListableStore,
    RemovableStore,
    ReplaceableStore,
    SalvageableStore,
    SearchableStore,
)
from loom_memory_core.backend import Backend
from loom_memory_core.maintenance import Reindex, Repair
from loom_memory_sqlite import Embedded, Index, Recalling, Searcher, WordIndex
from loom_memory_vector import Vectors, make_embedder
from loom_memory_vector.sqlite.fused_search import FusedQuery, FusedSearch
from loom_memory_vector.sqlite.index import VectorIndex
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.plugin import loom_memory_backend
from loom_memory_vector.sqlite.store import VectorSqliteStore
from loom_memory_vector.vector_row import VectorRow

replaceable: type[ReplaceableStore] = VectorSqliteStore
removable: type[RemovableStore] = VectorSqliteStore
gettable: type[GettableStore] = VectorSqliteStore
listable: type[ListableStore] = VectorSqliteStore
inspectable: type[InspectableStore] = VectorSqliteStore
closable: type[ClosableStore] = VectorSqliteStore
salvageable: type[SalvageableStore] = VectorSqliteStore
searchable: type[SearchableStore] = VectorSqliteStore

vectors = VectorIndex(
    make_embedder("hashing:64"),
    parameters={},
    min_score=None,
    min_top_score=None,
    cache_bytes=0,
)
index: Index[VectorRow, Vectors | None] = vectors
recalling: Recalling[VectorRow] = vectors
embedded: Embedded = vectors
searcher: Searcher[FusedQuery] = FusedSearch(WordIndex(), vectors)

backend: Backend[VectorSqliteOptions] = loom_memory_backend()
repair: Repair | None = backend.repair
reindex: Reindex | None = backend.reindex
