"""Vectors in SQLite keep every promise of the contract: by similarity, and fused with words."""

from functools import partial
from pathlib import Path

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, StoreUrl
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore


def opener(folder: Path, **options: object) -> StoreFactory:
    url = StoreUrl.parse(f"vector+sqlite:///{folder / 'memory.db'}")
    return partial(VectorSqliteStore, VectorSqliteOptions.model_validate({"url": url, **options}))


class TestSimilarity(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    matching = "similarity"

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        return opener(tmp_path, embedder="hashing:256")


class TestHybrid(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        return opener(tmp_path, embedder="hashing:256", hybrid=True)
