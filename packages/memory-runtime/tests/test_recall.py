"""Recall: the same in a replay, refused without decide, and never another question's answer."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_conformance.strategies import contents, queries
from loom_memory_core import (
    InMemoryStore,
    MemoryEntry,
    MemoryStore,
    SearchHit,
    SearchUnsupportedError,
    is_tainted,
    taint,
)
from loom_memory_runtime import DecisionLog, ReplayDivergedError, TieredMemory
from loom_memory_runtime.json_value import json_text, json_value
from loom_memory_runtime.recall import hits_of, recorded_hits
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import PlainStore, SetClock

RUNBOOKS = ["Fail over db-7 with pg_ctl promote", "Backups of db-7 run at 02:00", "Drink tea"]


@pytest.fixture
def memory(searching_store: MemoryStore) -> TieredMemory:
    memory = TieredMemory(searching_store)
    for each in RUNBOOKS:
        memory.remember("semantic", "team/db", each, role="runbook")
    return memory


def test_what_is_remembered_is_recalled(store: MemoryStore, clock: "SetClock") -> None:
    memory = TieredMemory(store, clock=clock)
    first = memory.remember("working", "s", {"step": 1}, role="agent", meta={"run": 7})
    second = memory.remember("working", "s", "two")
    assert (first.content, first.role, first.meta) == ({"step": 1}, "agent", {"run": 7})
    assert first.timestamp == clock.now
    assert memory.recall("working", "s", limit=5) == [first, second]
    assert memory.recall("working", "s", limit=1) == [second]


def test_a_recall_through_decide_is_recorded(store: MemoryStore) -> None:
    memory = TieredMemory(store)
    entries = [memory.remember("working", "s", each) for each in "abc"]
    with memory.execution("e") as run:
        assert run.recall("working", "s", limit=2) == entries[1:]
    memory.remember("working", "s", "d")
    with memory.execution("e") as run:
        assert run.recall("working", "s", limit=2) == entries[1:]
        assert run.replaying


def test_hits_come_back_as_hits(memory: TieredMemory) -> None:
    with memory.execution("e") as run:
        first = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=5)
    with memory.execution("e") as run:
        again = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=5)
        assert run.replaying
    assert all(isinstance(hit, SearchHit) for hit in again)
    assert first == again
    assert {str(hit.entry.content) for hit in again} == set(RUNBOOKS[:2])


def test_a_similarity_comes_back() -> None:
    hit = SearchHit(MemoryEntry(content="a"), 0.5, 0.25)
    value = json_value(json_text(recorded_hits("a", 1, [hit])))
    assert hits_of(value) == [hit]


@given(st.lists(contents(), max_size=4))
def test_entries_come_back_equal_whatever_they_hold(values: list[JsonValue]) -> None:
    memory = TieredMemory(InMemoryStore())
    entries = [memory.remember("semantic", "s", each) for each in values]
    assert memory.execution("e").recall("semantic", "s") == entries
    memory.runtime.clear("semantic", "s")
    assert memory.execution("e").recall("semantic", "s") == entries


@given(queries())
def test_any_text_is_a_question(query: str) -> None:
    memory = TieredMemory(InMemoryStore())
    memory.remember("semantic", "s", query.encode(errors="replace").decode())
    hits = memory.execution("e").recall_relevant("semantic", "s", query)
    memory.runtime.clear("semantic", "s")
    assert memory.execution("e").recall_relevant("semantic", "s", query) == hits


QUESTIONS: list[tuple[Any, ...]] = [
    ("semantic", "team/db", "db-7 is up", 5),
    ("semantic", "team/db", "db-7 is down", 6),
    ("semantic", "team", "db-7 is down", 5),
    ("procedural", "team/db", "db-7 is down", 5),
    ("semantic", "team/db", "db-7 is down ", 5),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_a_changed_question_diverges(memory: TieredMemory, question: tuple[Any, ...]) -> None:
    memory.execution("e").recall_relevant("semantic", "team/db", "db-7 is down", limit=5)
    tier, scope, query, limit = question
    with pytest.raises(ReplayDivergedError, match=r"recall_relevant semantic/team/db \w{16}"):
        memory.execution("e").recall_relevant(tier, scope, query, limit=limit)


@pytest.mark.parametrize("decide", [None, "yes", 7])
def test_relevance_without_decide_is_refused_at_run_time(
    memory: TieredMemory,
    decide: Any,  # noqa: ANN401 - wrong on purpose
) -> None:
    with pytest.raises(TypeError, match="decide"):
        memory.recall_relevant("semantic", "team/db", "db-7", limit=5, decide=decide)
    with pytest.raises(TypeError, match="decide"):
        memory.recall_relevant("semantic", "team/db", "db-7", limit=5)  # type: ignore[call-arg]


def test_relevance_without_search_is_refused(plain_store: "PlainStore") -> None:
    memory = TieredMemory(plain_store)
    memory.remember("semantic", "s", "kiwi")
    with pytest.raises(SearchUnsupportedError):
        memory.execution("e").recall_relevant("semantic", "s", "kiwi")
    assert DecisionLog(plain_store).decisions("e") == []


def test_another_engines_decide_will_do(memory: TieredMemory) -> None:
    names: list[str] = []

    def decide(name: str, thunk: Callable[[], JsonValue]) -> JsonValue:
        names.append(name)
        return thunk()

    hits = memory.recall_relevant("semantic", "team/db", "db-7", limit=1, decide=decide)
    assert len(hits) == 1
    assert names[0].startswith("recall_relevant semantic/team/db ")


def test_a_decide_that_gives_something_else_is_refused(memory: TieredMemory) -> None:
    with pytest.raises(ValueError, match="must give back what its thunk gave"):
        memory.recall_relevant("semantic", "team/db", "x", limit=1, decide=lambda *_: ["x"])
    with pytest.raises(ValueError, match="must give back what its thunk gave"):
        memory.recall("semantic", "team/db", decide=lambda *_: {"entries": [7]})


def test_an_execution_remembers_once(store: MemoryStore, clock: "SetClock") -> None:
    memory = TieredMemory(store, clock=clock)

    def work() -> list[MemoryEntry]:
        with memory.execution("e") as run:
            return [run.remember("episodic", "s", each, role="agent") for each in ("a", "a", "b")]

    first = work()
    clock.forward(60)
    assert work() == first
    assert memory.recall("episodic", "s") == first


def test_a_death_between_the_memory_and_the_log_is_made_good(
    store_with: "Callable[..., PlainStore]",
) -> None:
    for verbs in (["get"], []):
        store = store_with(*verbs)
        memory = TieredMemory(store)
        entry = memory.execution("e").remember("episodic", "s", "a")
        store.all.clear("loom/decisions/e")
        assert memory.execution("e").remember("episodic", "s", "a") == entry
        assert memory.recall("episodic", "s") == [entry]


def test_remembering_something_else_diverges(store: MemoryStore) -> None:
    memory = TieredMemory(store)
    memory.execution("e").remember("episodic", "s", "a")
    with pytest.raises(ReplayDivergedError):
        memory.execution("e").remember("episodic", "s", "b")


def test_taint_comes_back(memory: TieredMemory) -> None:
    memory.remember("semantic", "team/db", taint("restart db-7", origin="wiki"), role="page")
    for _ in range(2):
        hits = memory.execution("e").recall_relevant("semantic", "team/db", "restart", limit=1)
        assert [is_tainted(hit.entry) for hit in hits] == [True]
