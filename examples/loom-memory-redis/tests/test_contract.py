"""The store keeps every promise of the memory contract."""

from functools import partial

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import open_store

from loom_memory_redis.plugin import loom_memory_backend


class TestRedisMemoryStore(MemoryStoreContract):
    contract = loom_memory_backend().contract
    verbs = frozenset(loom_memory_backend().verbs)

    @pytest.fixture
    def store_factory(self, url: str) -> StoreFactory:
        return partial(open_store, url)
