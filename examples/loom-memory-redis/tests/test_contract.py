"""The stores keep every promise of the memory contract: with an index of words, and without."""

from functools import partial

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import open_store

from loom_memory_redis.plugin import loom_memory_backend

BACKEND = loom_memory_backend()


class TestOnAPlainServer(MemoryStoreContract):
    contract = BACKEND.contract
    verbs = frozenset(BACKEND.verbs) - {"search"}

    @pytest.fixture
    def store_factory(self, url: str) -> StoreFactory:
        return partial(open_store, url)


class TestOnAServerWithRediSearch(MemoryStoreContract):
    contract = BACKEND.contract
    verbs = frozenset(BACKEND.verbs)

    @pytest.fixture
    def store_factory(self, searching_url: str) -> StoreFactory:
        return partial(open_store, searching_url)
