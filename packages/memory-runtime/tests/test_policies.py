"""What a policy may say, and which holds when none is given."""

from datetime import datetime

import pytest
from loom_memory_core import InMemoryStore, InvalidOptionsError, MemoryEntry
from loom_memory_runtime import DEFAULT_POLICIES, MemoryRuntime, TieredMemory, TierPolicy


def test_the_defaults() -> None:
    assert dict(DEFAULT_POLICIES) == {
        "working": TierPolicy(ttl_seconds=3_600, max_entries=50),
        "episodic": TierPolicy(ttl_seconds=2_592_000, max_entries=1_000),
        "semantic": TierPolicy(),
        "procedural": TierPolicy(),
    }


def test_a_policy_replaces_the_default_of_its_tier_only() -> None:
    runtime = MemoryRuntime(InMemoryStore(), policies={"semantic": TierPolicy(max_entries=3)})
    assert runtime.policy("semantic") == TierPolicy(max_entries=3)
    assert runtime.policy("working") == DEFAULT_POLICIES["working"]


@pytest.mark.parametrize(
    "fields",
    [
        {"ttl_seconds": 0},
        {"ttl_seconds": -1.5},
        {"ttl_seconds": float("nan")},
        {"ttl_seconds": "60"},
        {"max_entries": 0},
        {"max_entries": 2.5},
        {"max_entries": True},
        {"summarize": 1},
        {"ttl_minutes": 5},
    ],
    ids=repr,
)
def test_a_wrong_limit_is_refused_by_name(fields: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError, match=next(iter(fields))):
        TierPolicy(**fields)  # type: ignore[arg-type]


def test_a_policy_for_no_tier_is_refused() -> None:
    with pytest.raises(ValueError, match="'short'"):
        MemoryRuntime(InMemoryStore(), policies={"short": TierPolicy()})  # type: ignore[dict-item]


def test_something_else_than_a_policy_is_refused() -> None:
    with pytest.raises(TypeError, match="TierPolicy"):
        MemoryRuntime(InMemoryStore(), policies={"working": 60})  # type: ignore[dict-item]


def test_a_runtime_keeps_its_own_policies() -> None:
    runtime = MemoryRuntime(InMemoryStore())
    assert TieredMemory(runtime).runtime is runtime
    with pytest.raises(TypeError, match="its own policies"):
        TieredMemory(runtime, policies={})  # type: ignore[call-overload]


def test_a_clock_without_a_time_zone_is_refused() -> None:
    runtime = MemoryRuntime(InMemoryStore(), clock=lambda: datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(TypeError, match="time zone"):
        runtime.append("working", "s", [MemoryEntry(content="x")])
