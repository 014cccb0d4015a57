"""Vectors of the local model keep every promise of the contract."""

from functools import partial
from pathlib import Path

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, StoreUrl
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore


class TestLocalModel(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    matching = "similarity"

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        url = StoreUrl.parse(f"vector+sqlite:///{tmp_path / 'memory.db'}")
        return partial(VectorSqliteStore, VectorSqliteOptions(url=url, embedder="local"))
