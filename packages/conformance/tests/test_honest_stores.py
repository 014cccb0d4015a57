"""Stores that keep their promises pass, and reach the level that their verbs allow."""

from functools import partial
from pathlib import Path

import pytest
from file_store import FileStore
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, InMemoryStore
from similarity_store import SimilarityStore
from sqlite_store import SqliteStore


class TestSqliteStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        return partial(SqliteStore, tmp_path / "memory.db")


class TestFileStore(MemoryStoreContract):
    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        return partial(FileStore, tmp_path / "lists")


class TestInMemoryStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    durable = False

    @pytest.fixture
    def store_factory(self) -> StoreFactory:
        store = InMemoryStore()
        return lambda: store


class TestSimilarityStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    matching = "similarity"
    durable = False

    @pytest.fixture
    def store_factory(self) -> StoreFactory:
        store = SimilarityStore()
        return lambda: store
