"""Tiers against a list in plain Python, and runs of one execution in any order of their steps."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InMemoryStore, MemoryEntry
from loom_memory_runtime import DecisionLog, MemoryRuntime, Policies, Run, TierPolicy

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import PlainStore

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
POLICIES: Policies = {"working": TierPolicy(ttl_seconds=10, max_entries=3)}

ACTIONS = st.one_of(
    st.tuples(st.just("append"), st.lists(st.integers(-12, 3), max_size=4)),
    st.tuples(st.just("wait"), st.integers(0, 8)),
    st.tuples(st.sampled_from(["read", "look", "sweep", "search"]), st.integers(0, 5)),
)
SHAPES = [["remove", "replace", "get"], ["remove"], ["replace"], []]


class Model:
    """What a tier should be: a list of names with their times."""

    def __init__(self) -> None:
        self.now = NOON
        self.rows: list[tuple[str, datetime]] = []
        self.count = 0

    def add(self, ages: list[int]) -> list[MemoryEntry]:
        times = [self.now + timedelta(seconds=age) for age in ages]
        names = [f"kiwi {self.count + at}" for at in range(len(ages))]
        self.count += len(ages)
        self.rows += zip(names, times, strict=True)
        pairs = zip(names, times, strict=True)
        return [MemoryEntry(content=name, timestamp=time) for name, time in pairs]

    def live(self) -> list[str]:
        return [name for name, time in self.rows if self.now - time < timedelta(seconds=10)]


def act(runtime: MemoryRuntime, model: Model, action: str, given_value: list[int] | int) -> None:
    if isinstance(given_value, list):
        runtime.append("working", "s", model.add(given_value))
    elif action == "wait":
        model.now += timedelta(seconds=given_value)
    elif action == "search":
        hits = runtime.search("working", "s", "kiwi", limit=given_value)
        found = [str(hit.entry.content) for hit in hits]
        assert set(found) <= set(model.live())
        assert len(found) == min(given_value, len(model.live()))
    elif action == "sweep":
        runtime.sweep("working", ["s"])
        model.rows = [row for row in model.rows if row[0] in model.live()[-3:]]
    else:
        reader = runtime.read if action == "read" else runtime.peek
        found = [str(each.content) for each in reader("working", "s", limit=given_value)]
        assert found == model.live()[-3:][max(len(model.live()[-3:]) - given_value, 0) :]
        if action == "read":
            model.rows = [row for row in model.rows if row[0] in model.live()[-3:]]


@given(st.sampled_from(SHAPES), st.lists(ACTIONS, max_size=25))
def test_a_tier_is_a_list_with_a_policy(
    store_with: "Callable[..., PlainStore]",
    verbs: list[str],
    actions: list[tuple[str, list[int] | int]],
) -> None:
    store, model = store_with("search", *verbs), Model()
    runtime = MemoryRuntime(store, policies=POLICIES, clock=lambda: model.now)
    for action, given_value in actions:
        act(runtime, model, action, given_value)


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60))
def test_runs_of_one_execution_agree_in_any_order(steps: list[tuple[int, bool]]) -> None:
    log = DecisionLog(InMemoryStore())
    runs: dict[int, Run] = {}
    decided: list[str] = []
    for number, (which, begins_again) in enumerate(steps):
        if begins_again or which not in runs:
            runs[which] = log.execution("e")
        run = runs[which]
        at = run.position
        value = run.decide(f"step {at}", lambda number=number: f"made at {number}")  # type: ignore[misc]
        if at == len(decided):
            decided.append(str(value))
        assert value == decided[at]
    assert [each.value for each in log.decisions("e")] == decided
