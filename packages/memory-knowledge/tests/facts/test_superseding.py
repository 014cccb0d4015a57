"""Closing facts: kept in the past, once, never in a circle; and what is true when."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import ConflictError, InvalidEntryError, MemoryStore
from loom_memory_knowledge import (
    Chunk,
    DocumentGoneError,
    InvalidSuccessorError,
    Knowledge,
    Scope,
    Times,
)
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import SetClock

MAY = datetime(2026, 5, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: "SetClock") -> Knowledge:
    return Knowledge(store, scope, clock=clock)


def fact(knowledge: Knowledge, clock: "SetClock", text: str, **times: datetime) -> Chunk:
    clock.forward(1)
    return knowledge.remember(text, about="person:Bob", times=Times(**times))


def said(knowledge: Knowledge, as_of: datetime | None = None) -> list[JsonValue]:
    return sorted(hit.text for hit in knowledge.recall("Bob lives", as_of=as_of).hits)  # type: ignore[type-var]  # they are texts


def test_the_old_fact_is_kept_in_the_past(knowledge: Knowledge, clock: "SetClock") -> None:
    old = fact(knowledge, clock, "Bob lives in Bath.")
    before = clock.now
    new = fact(knowledge, clock, "Bob lives in York.")
    closed = knowledge.supersede(old, new)
    assert closed.closed is not None
    assert closed.closed.heir == new.id
    assert said(knowledge) == ["Bob lives in York."]
    assert said(knowledge, before) == ["Bob lives in Bath.", "Bob lives in York."]
    assert [each.fact.id for each in knowledge.facts("person:Bob")] == [new.id]
    assert len(knowledge.facts("person:Bob", past=True)) == 2
    assert knowledge.reindex() == (True, 1, 2, 0, 0, 0)


def test_the_same_call_again_changes_nothing(knowledge: Knowledge, clock: "SetClock") -> None:
    old, new = (fact(knowledge, clock, f"Bob lives in {each}.") for each in ("Bath", "York"))
    once = knowledge.supersede(old, new)
    clock.forward(60)
    assert knowledge.supersede(old, new) == once


def test_a_second_successor_is_refused(knowledge: Knowledge, clock: "SetClock") -> None:
    old, new, third = (fact(knowledge, clock, f"Bob lives in {each}.") for each in "ABC")
    knowledge.supersede(old, new)
    with pytest.raises(ConflictError, match=f"was closed by '{new.id}'"):
        knowledge.supersede(old, third)
    knowledge.supersede(new, third)
    assert said(knowledge) == ["Bob lives in C."]


def test_two_facts_cannot_close_each_other(knowledge: Knowledge, clock: "SetClock") -> None:
    old, new = (fact(knowledge, clock, f"Bob lives in {each}.") for each in ("Bath", "York"))
    knowledge.supersede(old, new)
    for one, other in ((new, old), (old, old)):
        with pytest.raises(InvalidSuccessorError, match="is not younger"):
            knowledge.supersede(one, other)
    assert said(knowledge) == ["Bob lives in York."]


def test_facts_of_one_moment_have_an_order(store: MemoryStore, scope: Scope) -> None:
    knowledge = Knowledge(store, scope, clock=lambda: MAY)
    facts = [knowledge.remember(f"Bob lives in {each}.", about="person:Bob") for each in "AB"]
    old, new = sorted(facts, key=lambda each: each.id)
    with pytest.raises(InvalidSuccessorError):
        knowledge.supersede(new, old)
    assert knowledge.supersede(old, new).closed is not None


def test_only_facts_that_are_there_are_closed(knowledge: Knowledge, clock: "SetClock") -> None:
    old = fact(knowledge, clock, "Bob lives in Bath.")
    note = knowledge.remember("Bob lives in a note.")
    with pytest.raises(InvalidSuccessorError, match="a fact by a note"):
        knowledge.supersede(old, note)
    with pytest.raises(DocumentGoneError):
        knowledge.supersede(old.model_copy(update={"id": "nobody"}), old)
    new = fact(knowledge, clock, "Bob lives in York.")
    with pytest.raises(InvalidEntryError, match="time zone"):
        knowledge.supersede(old, new, at=datetime(2026, 5, 1))  # noqa: DTZ001 - that is the fault


@pytest.mark.parametrize("ahead", [-60, 60], ids=["ended", "ends later"])
def test_the_default_view_is_that_of_now_at_every_boundary(
    knowledge: Knowledge, clock: "SetClock", ahead: float
) -> None:
    old = fact(knowledge, clock, "Bob lives in Bath.", valid_from=clock.now - timedelta(hours=1))
    new = fact(knowledge, clock, "Bob lives in York.")
    end = clock.now + timedelta(seconds=ahead)
    knowledge.supersede(old, new, at=end)
    fact(knowledge, clock, "Bob lives by the sea.", valid_to=end, valid_from=end - timedelta(1))
    fact(knowledge, clock, "Bob lives on a hill.", valid_from=end)
    for moment in (end - TICK, end, end + TICK):
        assert ("Bob lives in Bath." in said(knowledge, moment)) is (moment < end)
        assert ("Bob lives by the sea." in said(knowledge, moment)) is (moment < end)
        assert ("Bob lives on a hill." in said(knowledge, moment)) is (moment >= end)
        if moment >= clock.now:
            clock.now = moment
            assert said(knowledge) == said(knowledge, moment)
    assert said(knowledge) == said(knowledge, clock.now)


def test_an_end_in_the_future_is_still_current(knowledge: Knowledge, clock: "SetClock") -> None:
    old, new = (fact(knowledge, clock, f"Bob lives in {each}.") for each in ("Bath", "York"))
    knowledge.supersede(old, new, at=clock.now + timedelta(days=1))
    assert "Bob lives in Bath." in said(knowledge)
    clock.forward(86_400)
    assert said(knowledge) == ["Bob lives in York."]
    assert knowledge.reindex().surplus == knowledge.reindex().missing == 0
