"""Agents look at once and never mix; the room gives one plan, and learns one lesson."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from loom_conformance import OpenAiServer
from loom_memory_core import MemoryEntry, SearchHit, opened, origins
from loom_memory_runtime import DecisionLog, OpenAIChat, TieredMemory
from war_room.incident import Finding, Incident
from war_room.library import load
from war_room.mind import ChatMind, Mind, QuotingMind
from war_room.room import AGENTS, WarRoom

TITLE = "Checkout is slow: queries wait for locks since the migration began"
INCIDENT = Incident("inc-7", TITLE, ("checkout", "payments-db"))


class AbsentMind:
    """Nobody: a replay must not think."""

    def find(self, task: str, title: str, hits: Sequence[SearchHit]) -> Finding:
        raise AssertionError(f"{task!r} was asked again, with {len(hits)} passages")

    def plan(self, task: str, title: str, notes: Sequence[MemoryEntry]) -> str:
        raise AssertionError(f"{task!r} was asked again, with {len(notes)} notes")


def notes(memory: TieredMemory, incident: Incident = INCIDENT) -> list[MemoryEntry]:
    return memory.recall("working", incident.id)


def test_the_plan_stands_on_postmortems_and_checklists(memory: TieredMemory) -> None:
    plan = WarRoom(memory, QuotingMind()).respond(INCIDENT)
    assert not plan.replayed
    assert "historian: 2025-06 Lock waits on payments-db." in plan.text
    assert "operator: Queries wait for locks." in plan.text
    assert "postmortems/payments-db: 2025-06 Lock waits on payments-db" in plan.sources
    assert "checklists/payments-db: Queries wait for locks" in plan.sources


def test_calling_the_room_again_changes_nothing(memory: TieredMemory) -> None:
    first = WarRoom(memory, QuotingMind()).respond(INCIDENT)
    for service in INCIDENT.services:
        memory.runtime.clear("semantic", service)
        memory.runtime.clear("procedural", service)
    again = WarRoom(memory, AbsentMind()).respond(INCIDENT)
    assert again == first._replace(replayed=True)
    assert len(notes(memory)) == len(AGENTS)
    assert len(memory.recall("episodic", "checkout")) == 1


def test_notes_keep_their_origins(memory: TieredMemory) -> None:
    WarRoom(memory, QuotingMind()).respond(INCIDENT)
    by_role = {note.role: origins(note) for note in notes(memory)}
    assert all(each.startswith("postmortems/") for each in by_role["historian"])
    assert all(each.startswith("checklists/") for each in by_role["operator"])
    (planned,) = memory.recall("episodic", "checkout")
    assert set(origins(planned)) == {each for found in by_role.values() for each in found}


def test_each_agent_has_decided_its_own(memory: TieredMemory) -> None:
    WarRoom(memory, QuotingMind()).respond(INCIDENT)
    log = DecisionLog(memory.runtime.store)
    for agent in AGENTS:
        names = [each.name.split()[:2] for each in log.decisions(f"inc-7/{agent.name}")]
        assert [name[0] for name in names] == ["recall_relevant"] * 2 + ["finding", "remember"]
        assert all(agent.tier in name[1] for name in names[:2])


def test_two_incidents_share_no_notes(memory: TieredMemory) -> None:
    other = Incident("inc-8", "payments-db ran out of disk", ("payments-db",))
    room = WarRoom(memory, QuotingMind())
    room.respond(INCIDENT)
    plan = room.respond(other)
    assert "The slot was dropped" in plan.text
    assert not any("checkout" in source for source in plan.sources)
    assert len(notes(memory)) == len(notes(memory, other)) == len(AGENTS)


def test_what_helped_is_known_the_next_time(memory: TieredMemory) -> None:
    room = WarRoom(memory, QuotingMind())
    room.respond(INCIDENT)
    before = len(memory.recall("semantic", "checkout"))
    for _ in range(2):
        room.resolve(INCIDENT, "The migration was cancelled; queries wait for locks no more.")
    assert len(memory.recall("semantic", "checkout")) == before + 1
    assert len(memory.recall("episodic", "checkout")) == 1
    later = room.respond(Incident("inc-9", TITLE, ("checkout",)))
    assert "incidents/inc-7" in later.sources


class DyingMind(QuotingMind):
    """One whose process ends before it has a plan."""

    def plan(self, task: str, title: str, notes: Sequence[MemoryEntry]) -> str:
        raise KeyboardInterrupt


def test_a_room_that_was_broken_off_goes_on(memory: TieredMemory) -> None:
    broken: Mind = DyingMind()
    with pytest.raises(KeyboardInterrupt):
        WarRoom(memory, broken).respond(INCIDENT)
    found = [note.content for note in notes(memory)]
    plan = WarRoom(memory, QuotingMind()).respond(INCIDENT)
    assert [note.content for note in notes(memory)] == found
    assert not plan.replayed
    assert plan.text


def test_a_room_that_was_broken_off_goes_on_tomorrow(store_url: str) -> None:
    now = datetime(2026, 11, 30, 22, tzinfo=UTC)
    with opened(store_url) as store:
        memory = TieredMemory(store, clock=lambda: now)
        load(memory)
        with pytest.raises(KeyboardInterrupt):
            WarRoom(memory, DyingMind()).respond(INCIDENT)
        now += timedelta(days=1)
        assert notes(memory) == []
        plan = WarRoom(memory, QuotingMind()).respond(INCIDENT)
    assert "historian: 2025-06 Lock waits on payments-db." in plan.text
    assert "postmortems/payments-db: 2025-06 Lock waits on payments-db" in plan.sources


def test_pages_are_loaded_once_and_half_a_load_is_mended(memory: TieredMemory) -> None:
    loaded = memory.recall("semantic", "checkout")
    load(memory)
    assert memory.recall("semantic", "checkout") == loaded
    memory.runtime.clear("semantic", "checkout")
    memory.runtime.append("semantic", "checkout", loaded[:1])
    load(memory)
    mended = memory.recall("semantic", "checkout")
    assert [each.content for each in mended] == [each.content for each in loaded]


def test_a_replay_promotes_nothing_again(memory: TieredMemory) -> None:
    room = WarRoom(memory, QuotingMind())
    room.resolve(INCIDENT, "The migration was cancelled.")
    memory.runtime.clear("semantic", "checkout")
    room.resolve(INCIDENT, "The migration was cancelled.")
    assert memory.recall("semantic", "checkout") == []


def test_a_model_gets_passages_as_data(memory: TieredMemory, openai_server: OpenAiServer) -> None:
    openai_server.reply("Like 2025-06.", "Like 2025-06.", "Cancel the migration.")
    with OpenAIChat("any", base_url=openai_server.url) as chat:
        plan = WarRoom(memory, ChatMind(chat)).respond(INCIDENT)
    assert plan.text == "Cancel the migration."
    asked = [request.body["messages"] for request in openai_server.requests]
    assert {messages[0]["content"] for messages in asked[:2]} == {each.task for each in AGENTS}
    told = asked[2][1]["content"]
    assert told.count("Like 2025-06.") == 2
    assert told.endswith(f"The incident: {TITLE}")
