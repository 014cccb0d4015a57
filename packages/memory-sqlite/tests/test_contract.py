"""The SQLite store keeps every promise of the contract."""

from functools import partial
from pathlib import Path

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, StoreUrl
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions


class TestSqliteMemoryStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        url = StoreUrl.parse(f"sqlite:///{tmp_path / 'memory.db'}")
        return partial(SqliteMemoryStore, SqliteOptions(url=url))
