"""The store keeps every promise of the memory contract."""

from functools import partial
from pathlib import Path

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import StoreUrl

from loom_memory_acme.options import AcmeOptions
from loom_memory_acme.plugin import loom_memory_backend
from loom_memory_acme.store import AcmeMemoryStore


class TestAcmeMemoryStore(MemoryStoreContract):
    contract = loom_memory_backend().contract
    verbs = frozenset(loom_memory_backend().verbs)

    @pytest.fixture
    def store_factory(self, tmp_path: Path) -> StoreFactory:
        url = StoreUrl.parse(f"acme:///{tmp_path / 'memory.db'}")
        options = AcmeOptions(url=url)
        return partial(AcmeMemoryStore, options)
