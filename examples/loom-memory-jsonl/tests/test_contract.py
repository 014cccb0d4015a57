"""The store keeps every promise of the memory contract."""

from functools import partial
from pathlib import Path

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import StoreUrl

from loom_memory_jsonl.options import JsonlOptions
from loom_memory_jsonl.plugin import loom_memory_backend
from loom_memory_jsonl.store import JsonlMemoryStore


class TestJsonlMemoryStore(MemoryStoreContract):
    contract = loom_memory_backend().contract
    verbs = frozenset(loom_memory_backend().verbs)

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        url = StoreUrl.parse(f"jsonl:///{tmp_path / 'memory'}")
        options = JsonlOptions(url=url)
        return partial(JsonlMemoryStore, options)
