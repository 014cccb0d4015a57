"""Tainted in, tainted out, on every backend, by every way; and no origin is ever found."""

import pytest
from loom_memory_core import MemoryEntry, MemoryStore, origins, taint
from loom_memory_runtime import MemoryRuntime, Policies, TieredMemory, TierPolicy

ORIGIN = "quartzwiki/mangopage"
PASSAGE = taint({"title": "Fail over", "steps": ["stop db-7", 3]}, origin=ORIGIN)
POLICIES: Policies = {"working": TierPolicy(max_entries=2)}


@pytest.fixture
def memory(store: MemoryStore) -> TieredMemory:
    return TieredMemory(store, policies=POLICIES)


@pytest.fixture
def searching(searching_store: MemoryStore) -> TieredMemory:
    return TieredMemory(searching_store, policies=POLICIES)


def test_it_survives_the_store(memory: TieredMemory) -> None:
    memory.remember("semantic", "s", [PASSAGE, "and mine"])
    (entry,) = memory.recall("semantic", "s", limit=1)
    assert entry.content == [PASSAGE, "and mine"]
    assert origins(entry) == (ORIGIN,)


def test_it_survives_search_and_log(searching: TieredMemory) -> None:
    searching.remember("semantic", "s", PASSAGE)
    for _ in range(2):
        (hit,) = searching.execution("e").recall_relevant("semantic", "s", "fail over", limit=1)
        assert hit.entry.content == PASSAGE
        searching.runtime.clear("semantic", "s")


def test_it_survives_a_decision(memory: TieredMemory) -> None:
    for _ in range(2):
        assert memory.execution("e").decide("page", lambda: PASSAGE) == PASSAGE


def test_it_survives_promotion_and_eviction(memory: TieredMemory) -> None:
    runtime: MemoryRuntime = memory.runtime
    entries = runtime.append("working", "s", [MemoryEntry(content=PASSAGE) for _ in range(4)])
    kept = runtime.read("working", "s")
    assert kept == entries[2:]
    runtime.promote("working", "procedural", "s", kept)
    assert [each.content for each in runtime.read("procedural", "s")] == [PASSAGE, PASSAGE]


def test_it_survives_a_summary(memory: TieredMemory) -> None:
    memory.runtime.append("working", "s", [MemoryEntry(content=PASSAGE) for _ in range(4)])
    made = memory.runtime.summarize("working", "s", lambda _: "fail over in three steps")
    assert made is not None
    assert origins(memory.recall("working", "s")[0]) == (ORIGIN,)


@pytest.mark.parametrize("query", [ORIGIN, "quartzwiki", "mangopage", "$tainted", "origin value"])
def test_no_term_of_an_origin_matches(searching: TieredMemory, query: str) -> None:
    searching.remember("semantic", "s", PASSAGE)
    searching.remember("semantic", "s", [taint(PASSAGE, origin="quartzwiki")])
    assert searching.execution("e").recall_relevant("semantic", "s", query) == []


def test_nothing_of_the_bookkeeping_is_found(
    searching: TieredMemory, searching_store: MemoryStore
) -> None:
    searching.execution("e").decide("fail over", lambda: "stop db-7")
    runtime = MemoryRuntime(searching_store)
    for scope in ("e", ""):
        assert runtime.search("semantic", scope, "fail over stop db-7") == []
    assert [entry.content for entry in searching_store.read("loom/decisions/e")] == [None]
