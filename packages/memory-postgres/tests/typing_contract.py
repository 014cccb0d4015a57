"""Read by mypy and never run: the store has the verbs that the protocols ask for."""

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
from loom_memory_postgres import Index, PostgresMemoryStore, PostgresOptions, Searcher, WordIndex
from loom_memory_postgres.analysis import WordQuery, WordRow
from loom_memory_postgres.plugin import loom_memory_backend

replaceable: type[ReplaceableStore] = PostgresMemoryStore
removable: type[RemovableStore] = PostgresMemoryStore
gettable: type[GettableStore] = PostgresMemoryStore
listable: type[ListableStore] = PostgresMemoryStore
inspectable: type[InspectableStore] = PostgresMemoryStore
closable: type[ClosableStore] = PostgresMemoryStore
salvageable: type[SalvageableStore] = PostgresMemoryStore
searchable: type[SearchableStore] = PostgresMemoryStore

index: Index[WordRow, WordQuery] = WordIndex()
searcher: Searcher[WordQuery] = WordIndex()

backend: Backend[PostgresOptions] = loom_memory_backend()
repair: Repair | None = backend.repair
reindex: Reindex | None = backend.reindex
