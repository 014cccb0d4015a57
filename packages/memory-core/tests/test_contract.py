"""The reference store keeps every promise that can be read from it."""

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, InMemoryStore


class TestInMemoryStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    durable = False

    @pytest.fixture
    def store_factory(self) -> StoreFactory:
        store = InMemoryStore()
        return lambda: store
