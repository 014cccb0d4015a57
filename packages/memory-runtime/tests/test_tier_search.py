"""Search in a tier: what has expired is hidden, what is live is found, nothing is written."""

from typing import TYPE_CHECKING

import pytest
from loom_memory_core import MemoryEntry, MemoryStore, SearchUnsupportedError, require
from loom_memory_runtime import MemoryRuntime, Policies, TierPolicy, tier_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import PlainStore, SetClock

KEY = tier_key("working", "s")
MINUTE: Policies = {"working": TierPolicy(ttl_seconds=60, max_entries=50)}


def add(runtime: MemoryRuntime, text: str, count: int = 1) -> None:
    for at in range(count):
        runtime.append("working", "s", [MemoryEntry(content=f"{text} {at}")])


def test_a_store_without_search_is_refused_and_not_read(plain_store: "PlainStore") -> None:
    runtime = MemoryRuntime(plain_store)
    add(runtime, "kiwi")
    plain_store.calls.clear()
    with pytest.raises(SearchUnsupportedError):
        runtime.search("working", "s", "kiwi", limit=5)
    assert plain_store.calls == []


def test_the_expired_are_hidden_behind_none(
    searching_store: MemoryStore, clock: "SetClock"
) -> None:
    runtime = MemoryRuntime(searching_store, policies=MINUTE, clock=clock)
    add(runtime, "kiwi kiwi kiwi", count=30)
    clock.forward(60)
    add(runtime, "kiwi and a long tail of other words about nothing at all", count=3)
    hits = runtime.search("working", "s", "kiwi", limit=3)
    assert len(hits) == 3
    assert all("tail" in str(hit.entry.content) for hit in hits)
    assert len(runtime.search("working", "s", "kiwi", limit=2)) == 2
    assert len(runtime.search("working", "s", "kiwi", limit=10)) == 3


def test_a_hit_lives_as_long_as_its_entry(searching_store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(searching_store, policies=MINUTE, clock=clock)
    add(runtime, "kiwi")
    clock.forward(59.999999)
    assert len(runtime.search("working", "s", "kiwi")) == 1
    clock.forward(0.000001)
    assert runtime.search("working", "s", "kiwi") == []


def test_the_view_is_never_written_back(
    store_with: "Callable[..., PlainStore]", clock: "SetClock"
) -> None:
    store = store_with("search", "remove", "replace", "get")
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    add(runtime, "kiwi", count=3)
    add(runtime, "mango", count=3)
    clock.forward(60)
    add(runtime, "kiwi", count=1)
    before = store.all.read(KEY)
    store.calls.clear()
    assert len(runtime.search("working", "s", "kiwi", limit=2)) == 1
    assert set(store.calls) == {"search"}
    assert store.all.read(KEY) == before


def test_scores_and_order_are_the_stores(searching_store: MemoryStore) -> None:
    runtime = MemoryRuntime(searching_store)
    for text in ("kiwi", "kiwi mango", "mango and quartz and much more", "quartz"):
        runtime.append("semantic", "s", [MemoryEntry(content=text)])
    wanted = require(searching_store, "search").search(
        tier_key("semantic", "s"), "kiwi mango", limit=9
    )
    assert runtime.search("semantic", "s", "kiwi mango", limit=9) == wanted
    assert runtime.search("semantic", "s", "kiwi mango", limit=2) == wanted[:2]


def test_no_hits_are_asked_for(searching_store: MemoryStore) -> None:
    runtime = MemoryRuntime(searching_store)
    add(runtime, "kiwi")
    assert runtime.search("working", "s", "kiwi", limit=0) == []
    with pytest.raises(ValueError, match="limit is -1"):
        runtime.search("working", "s", "kiwi", limit=-1)
