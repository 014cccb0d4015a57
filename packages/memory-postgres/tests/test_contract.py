"""The PostgreSQL store keeps every promise of the contract."""

from functools import partial

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions


class TestPostgresMemoryStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)

    @pytest.fixture
    def store_factory(self, postgres_url: str) -> StoreFactory:
        options = PostgresOptions(url=StoreUrl.parse(postgres_url))
        return partial(PostgresMemoryStore, options)
