"""Vectors of the local model keep every promise of the contract in PostgreSQL, too."""

from functools import partial

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, StoreUrl
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.store import VectorPostgresStore


class TestLocalModel(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    matching = "similarity"

    @pytest.fixture
    def store_factory(self, postgres_url: str) -> StoreFactory:
        url = StoreUrl.parse(f"vector+{postgres_url}")
        return partial(VectorPostgresStore, VectorPostgresOptions(url=url, embedder="local"))
