"""Agent memory: the contract, the projection, discovery and the reference store."""

from loom_memory_core.async_store import AsyncStore
from loom_memory_core.backend import Backend
from loom_memory_core.capability import OPTIONAL_VERBS, REQUIRED_VERBS, require, supports
from loom_memory_core.checks import (
    check_entries,
    check_expected,
    check_flag,
    check_ids,
    check_key,
    check_limit,
    check_prefix,
    check_query,
)
from loom_memory_core.discovery import Discovery, discover
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.errors import (
    BackendLoadError,
    BackendNotFoundError,
    BackendUnavailableError,
    ConflictError,
    ContractMismatchError,
    CorruptEntryError,
    EmbeddingMismatchError,
    IndexMismatchError,
    InvalidEntryError,
    InvalidKeyError,
    InvalidOptionsError,
    LoomError,
    MigrationError,
    ReadOnlyStoreError,
    SearchUnsupportedError,
    StoreClosedError,
    StoreWriteError,
    VerbUnsupportedError,
)
from loom_memory_core.failure import BackendFailure
from loom_memory_core.guard import OpenGuard
from loom_memory_core.hit import SearchHit
from loom_memory_core.hookspecs import hookimpl, hookspec
from loom_memory_core.info import PrefixCount, Problem, StoreInfo, count_prefixes
from loom_memory_core.installed import (
    InstalledEntry,
    InstalledScheme,
    installed_entries,
    installed_schemes,
)
from loom_memory_core.maintenance import Progress, Reindex, Repair, no_progress
from loom_memory_core.memory import InMemoryStore
from loom_memory_core.nearest import nearest
from loom_memory_core.opening import ResolvedStore, open_store, opened, resolve
from loom_memory_core.projection import searchable_text
from loom_memory_core.protocols import (
    ClosableStore,
    GettableStore,
    InspectableStore,
    ListableStore,
    MemoryStore,
    RemovableStore,
    ReplaceableStore,
    SalvageableStore,
    SearchableStore,
)
from loom_memory_core.reconcile import Policy
from loom_memory_core.taint import is_tainted, origins, taint, untainted
from loom_memory_core.terms import index_terms, tokenize
from loom_memory_core.transfer import DumpReport, LoadReport, copy, dump, load
from loom_memory_core.url import StoreUrl
from loom_memory_core.version import CONTRACT_VERSION

__all__ = [
    "CONTRACT_VERSION",
    "OPTIONAL_VERBS",
    "REQUIRED_VERBS",
    "AsyncStore",
    "Backend",
    "BackendFailure",
    "BackendLoadError",
    "BackendNotFoundError",
    "BackendUnavailableError",
    "ClosableStore",
    "ConflictError",
    "ContractMismatchError",
    "CorruptEntryError",
    "Discovery",
    "DumpReport",
    "EmbeddingMismatchError",
    "GettableStore",
    "InMemoryStore",
    "IndexMismatchError",
    "InspectableStore",
    "InstalledEntry",
    "InstalledScheme",
    "InvalidEntryError",
    "InvalidKeyError",
    "InvalidOptionsError",
    "ListableStore",
    "LoadReport",
    "LoomError",
    "MemoryEntry",
    "MemoryStore",
    "MigrationError",
    "OpenGuard",
    "Policy",
    "PrefixCount",
    "Problem",
    "Progress",
    "ReadOnlyStoreError",
    "Reindex",
    "RemovableStore",
    "Repair",
    "ReplaceableStore",
    "ResolvedStore",
    "SalvageableStore",
    "SearchHit",
    "SearchUnsupportedError",
    "SearchableStore",
    "StoreClosedError",
    "StoreInfo",
    "StoreUrl",
    "StoreWriteError",
    "VerbUnsupportedError",
    "check_entries",
    "check_expected",
    "check_flag",
    "check_ids",
    "check_key",
    "check_limit",
    "check_prefix",
    "check_query",
    "copy",
    "count_prefixes",
    "discover",
    "dump",
    "hookimpl",
    "hookspec",
    "index_terms",
    "installed_entries",
    "installed_schemes",
    "is_tainted",
    "load",
    "nearest",
    "no_progress",
    "open_store",
    "opened",
    "origins",
    "require",
    "resolve",
    "searchable_text",
    "supports",
    "taint",
    "tokenize",
    "untainted",
]
