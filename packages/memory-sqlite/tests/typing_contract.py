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
from loom_memory_sqlite import Index, Searcher, SqliteListStore, SqliteMemoryStore, WordIndex
from loom_memory_sqlite.analysis import WordQuery, WordRow
from loom_memory_sqlite.options import SqliteOptions
from loom_memory_sqlite.plugin import loom_memory_backend

replaceable: type[ReplaceableStore] = SqliteListStore
removable: type[RemovableStore] = SqliteListStore
gettable: type[GettableStore] = SqliteListStore
listable: type[ListableStore] = SqliteListStore
inspectable: type[InspectableStore] = SqliteListStore
closable: type[ClosableStore] = SqliteListStore
salvageable: type[SalvageableStore] = SqliteListStore
searchable: type[SearchableStore] = SqliteMemoryStore

index: Index[WordRow | None, WordQuery] = WordIndex()
searcher: Searcher[WordQuery] = WordIndex()

backend: Backend[SqliteOptions] = loom_memory_backend()
repair: Repair | None = backend.repair
reindex: Reindex | None = backend.reindex
