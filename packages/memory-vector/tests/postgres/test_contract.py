"""Vectors in PostgreSQL keep every promise of the contract: by similarity, and with words."""

from functools import partial

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, StoreUrl
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.store import VectorPostgresStore


def opener(postgres_url: str, **options: object) -> StoreFactory:
    url = StoreUrl.parse(f"vector+{postgres_url}")
    values = {"url": url, **options}
    return partial(VectorPostgresStore, VectorPostgresOptions.model_validate(values))


class TestSimilarity(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    matching = "similarity"

    @pytest.fixture
    def store_factory(self, postgres_url: str) -> StoreFactory:
        return opener(postgres_url, embedder="hashing:256")


class TestHybrid(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)

    @pytest.fixture
    def store_factory(self, postgres_url: str) -> StoreFactory:
        return opener(postgres_url, embedder="hashing:256", hybrid=True)
