"""Decisions: recorded before they are used, and never made twice."""

import pickle
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from loom_conformance.strategies import contents
from loom_memory_core import (
    CorruptEntryError,
    InMemoryStore,
    InvalidEntryError,
    InvalidKeyError,
    MemoryEntry,
    MemoryStore,
    StoreWriteError,
    VerbUnsupportedError,
)
from loom_memory_runtime import Decide, DecisionLog, ReplayDivergedError
from pydantic import JsonValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import PlainStore, SetClock


def never() -> JsonValue:
    raise AssertionError("a recorded decision was made again")


def test_what_was_decided_comes_back_and_nothing_runs(store: MemoryStore) -> None:
    log = DecisionLog(store)
    with log.execution("incident-42") as run:
        assert (run.decide("one", lambda: 1), run.replaying) == (1, False)
        assert (run.decide("two", lambda: {"a": [None]}), run.replaying) == ({"a": [None]}, False)
    with log.execution("incident-42") as run:
        assert (run.replaying, run.remaining) == (True, 2)
        assert (run.decide("one", never), run.replaying) == (1, True)
        assert (run.decide("two", never), run.replaying) == ({"a": [None]}, True)
        assert (run.position, run.remaining) == (2, 0)
        assert (run.decide("three", lambda: 3), run.replaying) == (3, False)


@given(contents())
def test_a_value_is_the_same_now_and_in_a_replay(value: JsonValue) -> None:
    log = DecisionLog(InMemoryStore())
    now = log.execution("e").decide("value", lambda: value)
    again = log.execution("e").decide("value", never)
    assert MemoryEntry(content=now, id="e") == MemoryEntry(content=again, id="e")
    assert MemoryEntry(content=now, id="e") == MemoryEntry(content=value, id="e")


def test_a_value_nested_as_deep_as_can_be(store: MemoryStore) -> None:
    value: JsonValue = "deep"
    for _ in range(100):
        value = [value]
    log = DecisionLog(store)
    assert log.execution("e").decide("value", lambda: value) == value
    assert log.execution("e").decide("value", never) == value


def test_what_a_caller_does_to_a_value_stays_with_the_caller(store: MemoryStore) -> None:
    log = DecisionLog(store)
    made: dict[str, JsonValue] = {"a": 1}
    given_back = log.execution("e").decide("value", lambda: made)
    made["a"] = 2
    assert given_back == {"a": 1}


def test_a_decision_is_in_the_store_before_it_is_used(store: MemoryStore) -> None:
    run = DecisionLog(store).execution("e")
    run.decide("answer", lambda: "yes")
    (row,) = store.read("loom/decisions/e")
    assert row.content is None
    assert row.meta == {"position": 0, "name": "answer", "value": '"yes"'}


def test_a_decision_that_cannot_be_kept_is_not_used(plain_store: "PlainStore") -> None:
    run = DecisionLog(plain_store).execution("e")

    def full() -> None:
        raise StoreWriteError("the disk is full", hint="make room")

    plain_store.before("append", full)
    with pytest.raises(StoreWriteError):
        run.decide("answer", lambda: "yes")
    assert run.decide("answer", lambda: "no") == "no"


@pytest.mark.parametrize("value", [{1}, b"x", float("inf"), {1: 2}, (1, 2), "\ud800"], ids=repr)
def test_what_is_not_json_is_refused_at_its_first_run(store: MemoryStore, value: JsonValue) -> None:
    log = DecisionLog(store)
    calls: list[int] = []

    def counted() -> JsonValue:
        calls.append(1)
        return value

    with pytest.raises(InvalidEntryError):
        log.execution("e").decide("value", counted)
    assert (calls, log.decisions("e")) == ([1], [])


@pytest.mark.parametrize(("name", "error"), [(7, TypeError), ("\ud800", InvalidEntryError)])
def test_a_name_is_checked_before_the_thunk_runs(
    store: MemoryStore, name: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        DecisionLog(store).execution("e").decide(name, never)


def test_a_thunk_that_fails_is_asked_again(store: MemoryStore) -> None:
    run = DecisionLog(store).execution("e")
    with pytest.raises(ZeroDivisionError):
        run.decide("answer", lambda: 1 // 0)
    assert run.decide("answer", lambda: 1) == 1


def test_another_name_at_one_place_diverges_with_both(store: MemoryStore) -> None:
    log = DecisionLog(store)
    log.execution("e").decide("ask the model", lambda: 1)
    run = log.execution("e")
    for _ in range(2):
        with pytest.raises(ReplayDivergedError, match=r"'ask the model'.*'ask a person'") as caught:
            run.decide("ask a person", never)
        error = caught.value
        told = (error.execution, error.position, error.recorded, error.asked, error.code)
        assert told == ("e", 0, "ask the model", "ask a person", "replay-diverged")
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.asked) == (str(error), "ask a person")


def test_executions_never_mix(searching_store: MemoryStore) -> None:
    log = DecisionLog(searching_store)
    ids = ["a", "a/b", "a%2Fb", "A", "a\0", "b"]
    runs = [log.execution(each) for each in ids]
    for at in range(3):
        for name, run in zip(ids, runs, strict=True):
            run.decide("value", lambda name=name, at=at: f"{name} {at}")  # type: ignore[misc]
    for name in ids:
        run = log.execution(name)
        assert [run.decide("value", never) for _ in range(3)] == [f"{name} {at}" for at in range(3)]
    assert log.executions() == sorted(ids)


def test_decide_can_be_passed_about(store: MemoryStore) -> None:
    log = DecisionLog(store)

    def agent(decide: Decide) -> JsonValue:
        return decide("answer", lambda: "yes")

    assert agent(log.execution("e").decide) == "yes"
    decide = log.execution("e").decide
    assert decide("answer", never) == "yes"


def test_a_decision_inside_a_decision_is_refused(store: MemoryStore) -> None:
    run = DecisionLog(store).execution("e")
    with pytest.raises(RuntimeError, match=r"decide\('inner'\) .* while decide\('outer'\)"):
        run.decide("outer", lambda: run.decide("inner", never))
    assert run.decide("outer", lambda: 1) == 1


def test_the_clock_dates_a_decision(store: MemoryStore, clock: "SetClock") -> None:
    log = DecisionLog(store, clock=clock)
    log.execution("e").decide("answer", lambda: 1)
    assert log.decisions("e") == [(0, "answer", 1, clock.now)]


@pytest.mark.parametrize("execution", ["", "x" * 301, "\ud800"], ids=["empty", "long", "half"])
def test_an_id_that_names_no_log_is_refused(store: MemoryStore, execution: str) -> None:
    with pytest.raises(InvalidKeyError, match="execution"):
        DecisionLog(store).execution(execution)


@pytest.mark.parametrize(
    "meta", [None, {"position": "0"}, {"position": 0, "name": "a", "value": "{"}]
)
def test_a_row_that_is_no_decision_is_named(
    store: MemoryStore, meta: dict[str, JsonValue] | None
) -> None:
    log = DecisionLog(store)
    log.execution("e").decide("answer", lambda: 1)
    store.append("loom/decisions/e", [MemoryEntry(content=None, meta=meta)])
    with pytest.raises(CorruptEntryError, match="entry 1 of key 'loom/decisions/e'"):
        log.execution("e")


def test_listing_needs_keys(plain_store: "PlainStore") -> None:
    with pytest.raises(VerbUnsupportedError):
        DecisionLog(plain_store).executions()


def test_a_replay_makes_and_writes_nothing(
    store_with: "Callable[..., PlainStore]",
) -> None:
    store = store_with()
    log = DecisionLog(store)
    log.execution("e").decide("one", lambda: 1)
    store.calls.clear()
    with log.replay("e") as run:
        assert run.decide("one", never) == 1
        with pytest.raises(ReplayDivergedError, match="nothing is recorded there, and 'two'"):
            run.decide("two", never)
    assert store.calls == ["read"]


def test_a_replay_that_asks_for_less_diverges(store: MemoryStore) -> None:
    log = DecisionLog(store)
    run = log.execution("e")
    run.decide("one", lambda: 1)
    run.decide("two", lambda: 2)
    with (
        pytest.raises(
            ReplayDivergedError, match="decision 1: 'two' is recorded there, and nothing"
        ),
        log.replay("e") as replay,
    ):
        replay.decide("one", never)
