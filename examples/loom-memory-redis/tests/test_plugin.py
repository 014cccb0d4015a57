"""The backend as an application finds it, once the package is installed."""

import pytest
from loom_memory_core import (
    OPTIONAL_VERBS,
    InvalidOptionsError,
    MemoryEntry,
    open_store,
    opened,
    supports,
)

from loom_memory_redis.plugin import loom_memory_backend


def test_a_store_is_opened_by_its_url(url: str) -> None:
    said = [MemoryEntry(content="likes tea"), MemoryEntry(content="eats no fish")]
    with opened(url) as store:
        store.append("user/ada", said)
    with opened(url) as store:
        assert store.read("user/ada") == said


def test_the_backend_names_the_verbs_of_its_stores(url: str) -> None:
    store = open_store(url)
    found = {verb for verb in OPTIONAL_VERBS if supports(store, verb)}
    assert found == set(loom_memory_backend().verbs)


def test_an_option_is_checked(url: str) -> None:
    with pytest.raises(InvalidOptionsError, match="timeout_seconds"):
        open_store(url, timeout_seconds=0)
    with pytest.raises(InvalidOptionsError, match="the number of a database, not '/memory'"):
        open_store("redis://localhost/memory")
