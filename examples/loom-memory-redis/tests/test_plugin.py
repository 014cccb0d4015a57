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


def verbs_of(url: str) -> set[str]:
    with opened(url) as store:
        return {verb for verb in OPTIONAL_VERBS if supports(store, verb)}


def test_a_server_with_redisearch_gives_every_verb_that_the_backend_names(
    searching_url: str,
) -> None:
    assert verbs_of(searching_url) == set(loom_memory_backend().verbs)


def test_search_is_missing_where_the_server_cannot_search(url: str) -> None:
    assert verbs_of(url) == set(loom_memory_backend().verbs) - {"search"}


def test_search_is_missing_where_no_index_is_wanted_or_can_be(searching_url: str) -> None:
    assert "search" not in verbs_of(f"{searching_url}&index=false")
    assert "search" not in verbs_of(searching_url.replace("/0?", "/1?"))


def test_an_option_is_checked(url: str) -> None:
    with pytest.raises(InvalidOptionsError, match="timeout_seconds"):
        open_store(url, timeout_seconds=0)
    with pytest.raises(InvalidOptionsError, match="the number of a database, not '/memory'"):
        open_store("redis://localhost/memory")
    with pytest.raises(InvalidOptionsError, match="namespace"):
        open_store(url.partition("?")[0], namespace="app:memory")
