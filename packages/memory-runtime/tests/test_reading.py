"""What a tier keeps is read, from the first to the last moment of it, and nothing else is."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import MemoryEntry, MemoryStore, opened
from loom_memory_runtime import MemoryRuntime, Policies, Tier, TierPolicy, tier_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import PlainStore, SetClock

MINUTE: Policies = {"working": TierPolicy(ttl_seconds=60, max_entries=3)}
PATHS = [["remove", "replace"], ["replace"], []]


def texts(entries: list[MemoryEntry]) -> list[object]:
    return [entry.content for entry in entries]


def add(runtime: MemoryRuntime, *contents: str, tier: Tier = "working") -> None:
    runtime.append(tier, "s", [MemoryEntry(content=each) for each in contents])


def test_an_entry_without_a_time_gets_the_present_one(
    store: MemoryStore, clock: "SetClock"
) -> None:
    runtime = MemoryRuntime(store, clock=clock)
    said = datetime(2026, 11, 30, 11, 59, 59, tzinfo=UTC)
    entries = [MemoryEntry(content="a"), MemoryEntry(content="b", timestamp=said)]
    stored = runtime.append("working", "s", entries)
    assert [entry.timestamp for entry in stored] == [clock.now, said]
    assert runtime.read("working", "s") == stored
    assert [entry.id for entry in stored] == [entry.id for entry in entries]


def test_an_entry_lives_until_its_time_is_over(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    add(runtime, "a")
    clock.forward(59.999999)
    assert texts(runtime.read("working", "s")) == ["a"]
    clock.forward(0.000001)
    assert runtime.read("working", "s") == []
    assert store.read(tier_key("working", "s")) == []


def test_time_of_the_future_has_not_expired(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    later = MemoryEntry(content="a", timestamp=clock.now + timedelta(days=1))
    runtime.append("working", "s", [later])
    assert runtime.read("working", "s") == [later]


def test_what_has_no_time_does_not_expire(store: MemoryStore, clock: "SetClock") -> None:
    store.append(tier_key("working", "s"), [MemoryEntry(content="a")])
    clock.forward(10**9)
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    assert texts(runtime.read("working", "s")) == ["a"]


def test_the_newest_are_kept(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store, policies=MINUTE)
    add(runtime, *"abcde")
    assert texts(runtime.read("working", "s")) == ["c", "d", "e"]
    assert texts(store.read(tier_key("working", "s"))) == ["c", "d", "e"]


@pytest.mark.parametrize(("limit", "wanted"), [(0, []), (2, ["d", "e"]), (10**30, list("cde"))])
def test_a_limit_gives_the_newest(store: MemoryStore, limit: int, wanted: list[str]) -> None:
    runtime = MemoryRuntime(store, policies=MINUTE)
    add(runtime, *"abcde")
    add(runtime, *"abcde", tier="semantic")
    assert texts(runtime.read("working", "s", limit=limit)) == wanted
    assert texts(runtime.read("semantic", "s", limit=limit)) == list("abcde")[-limit:] * bool(limit)


def test_what_has_expired_does_not_count(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    add(runtime, "a", "b")
    clock.forward(60)
    add(runtime, "c", "d", "e")
    assert texts(runtime.read("working", "s")) == ["c", "d", "e"]


def test_expired_in_the_middle(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    old = MemoryEntry(content="old", timestamp=clock.now - timedelta(seconds=60))
    runtime.append("working", "s", [MemoryEntry(content="a"), old, MemoryEntry(content="b")])
    assert texts(runtime.read("working", "s")) == ["a", "b"]
    assert texts(store.read(tier_key("working", "s"))) == ["a", "b"]


def test_a_corpus_keeps_everything(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, clock=clock)
    add(runtime, *map(str, range(1_100)), tier="semantic")
    clock.forward(10**9)
    assert len(runtime.read("semantic", "s")) == 1_100


@pytest.mark.parametrize("verbs", PATHS, ids=["remove", "replace", "three verbs"])
def test_nothing_to_evict_writes_nothing(
    store_with: "Callable[..., PlainStore]", verbs: list[str]
) -> None:
    store = store_with(*verbs)
    runtime = MemoryRuntime(store, policies=MINUTE)
    add(runtime, "a", "b", "c")
    store.calls.clear()
    assert texts(runtime.read("working", "s")) == ["a", "b", "c"]
    assert runtime.sweep("working", ["s", "other"]) == 0
    assert store.calls == ["read", "read", "read"]


def test_a_look_evicts_nothing(plain_store: "PlainStore") -> None:
    runtime = MemoryRuntime(plain_store, policies=MINUTE)
    add(runtime, *"abcde")
    assert texts(runtime.peek("working", "s")) == ["c", "d", "e"]
    assert texts(runtime.peek("working", "s", limit=1)) == ["e"]
    assert texts(plain_store.read(tier_key("working", "s"))) == list("abcde")


def test_a_store_opened_for_reading_is_left_as_it_is(tmp_path: Path, clock: "SetClock") -> None:
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with opened(url) as store:
        add(MemoryRuntime(store, policies=MINUTE, clock=clock), *"abcde")
    with opened(url, read_only=True) as store:
        runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
        assert texts(runtime.read("working", "s", limit=2)) == ["d", "e"]
        clock.forward(60)
        assert runtime.read("working", "s") == []
        assert len(store.read(tier_key("working", "s"))) == 5


def test_a_sweep_counts_what_went(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, policies=MINUTE, clock=clock)
    for scope, count in [("a", 5), ("b", 2), ("c", 3)]:
        runtime.append("working", scope, [MemoryEntry(content="x")] * count)
    clock.forward(30)
    runtime.append("working", "b", [MemoryEntry(content="y")])
    assert runtime.sweep("working", ["a", "b", "c"]) == 2
    clock.forward(30)
    assert runtime.sweep("working", iter(["a", "b", "c"])) == 8
    assert texts(runtime.read("working", "b")) == ["y"]


def test_scopes_are_a_list(store: MemoryStore) -> None:
    with pytest.raises(TypeError, match=r"pass a list: \[scope\]"):
        MemoryRuntime(store).sweep("working", "abc")


def test_scopes_and_tiers_are_apart(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store)
    add(runtime, "a")
    add(runtime, "b", tier="episodic")
    runtime.append("working", "s/t", [MemoryEntry(content="c")])
    runtime.clear("working", "s")
    assert runtime.read("working", "s") == []
    assert texts(runtime.read("episodic", "s")) == ["b"]
    assert texts(runtime.read("working", "s/t")) == ["c"]
