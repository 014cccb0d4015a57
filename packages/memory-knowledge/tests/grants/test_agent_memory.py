"""An agent's memory: what it recalls is recorded, and turns stand beside it where granted."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from loom_memory_core import InMemoryStore, MemoryStore, taint
from loom_memory_knowledge import (
    AgentMemory,
    Body,
    Budget,
    Grants,
    Head,
    Knowledge,
    NotGrantedError,
    SentenceExtractor,
    Source,
    SourceTurn,
    Times,
    TracedRecall,
    Turn,
)
from loom_memory_knowledge.grants.response import recorded
from loom_memory_runtime import Decide, DecisionLog, ReplayDivergedError
from pydantic import JsonValue

AT = datetime(2026, 5, 7, 9, tzinfo=UTC)

PLAIN = Grants(scopes=("user/ada", "tenant/acme"))
TRACED = Grants(scopes=("user/ada", "tenant/acme"), attach_traces=True, history=True)

Memory = Callable[..., AgentMemory]


def at_once(_name: str, thunk: Callable[[], JsonValue]) -> JsonValue:
    return thunk()


@pytest.fixture
def told(store: MemoryStore) -> MemoryStore:
    """A store in which Ada said something, and a fact was drawn from it."""
    knowledge = Knowledge(store, "user/ada")
    turns = [
        Turn("Ada", "I moved to the annual plan.", AT),
        Turn("Bob", "The annual plan is cheaper.", AT),
    ]
    knowledge.add(turns, session="s1")
    knowledge.remember("Ada pays yearly.", about="person:Ada", times=Times(observed_at=AT))
    knowledge.add([Turn("Ada", "And what about the plan?", AT)], session="now")
    return store


def answer(store: MemoryStore, grants: Grants, query: str, **options: object) -> JsonValue:
    memory = AgentMemory(store, grants, decide=at_once, **options)  # type: ignore[arg-type]
    return recorded(memory.recall(query))


def turns(store: MemoryStore, query: str, **options: object) -> list[JsonValue]:
    memory = AgentMemory(store, TRACED, decide=at_once, **options)  # type: ignore[arg-type]
    found = memory.recall(query)
    assert isinstance(found, TracedRecall)
    return [each.text for each in found.source_turns.turns]


def test_without_the_grant_a_response_says_nothing_of_turns(told: MemoryStore) -> None:
    with_block = answer(told, TRACED, "annual plan Ada pays")
    assert isinstance(with_block, dict)
    block = with_block.pop("source_turns")
    assert block
    assert with_block == answer(told, PLAIN, "annual plan Ada pays")


def test_the_grant_brings_the_turns_that_match(told: MemoryStore) -> None:
    found = turns(told, "annual plan", run="now")
    assert found == ["I moved to the annual plan.", "The annual plan is cheaper."]


def test_the_current_run_is_left_out(told: MemoryStore) -> None:
    assert "And what about the plan?" in turns(told, "plan")
    assert "And what about the plan?" not in turns(told, "plan", run="now")


def test_the_grant_brings_what_a_note_was_drawn_from() -> None:
    store = InMemoryStore()
    said = [Turn("Ada", "oolong", AT), Turn("Bob", "indeed", AT)]
    Knowledge(store, "user/ada").add(said, session="s1", infer=False)
    assert turns(store, "oolong") == ["oolong", "indeed"]
    memory = AgentMemory(store, PLAIN, decide=at_once)
    assert all(hit.sources == () for hit in memory.recall("oolong").hits)


@pytest.mark.parametrize(
    ("budget", "texts", "dropped"),
    [
        (Budget(), ["a" * 100, "b" * 100], 0),
        (Budget(turn_chars=50), ["a" * 50, "b" * 50], 0),
        (Budget(total_chars=150), ["a" * 100, "b" * 50], 0),
        (Budget(total_chars=120), ["a" * 100], 1),
    ],
)
def test_a_budget_is_kept_and_what_it_dropped_is_counted(
    budget: Budget, texts: list[str], dropped: int
) -> None:
    store = InMemoryStore()
    said = [Turn("Ada", "a" * 100, AT), Turn("Bob", "b" * 100, AT)]
    Knowledge(store, "user/ada").add(said, session="s1", infer=False)
    found = AgentMemory(store, TRACED, decide=at_once, budget=budget).recall("a" * 100)
    assert isinstance(found, TracedRecall)
    assert [each.text for each in found.source_turns.turns] == texts
    assert [each.cut for each in found.source_turns.turns] == [len(text) < 100 for text in texts]
    assert found.source_turns.dropped == dropped


def test_a_turn_that_is_cut_keeps_its_taint() -> None:
    store = InMemoryStore()
    said = [Turn("tool", taint("oolong " * 30, origin="web"), AT)]
    Knowledge(store, "user/ada").add(said, session="s1")
    (text,) = turns(store, "oolong", budget=Budget(turn_chars=50))
    assert text == taint(("oolong " * 30)[:50], origin="web")


def test_what_was_recalled_is_recalled_again(told: MemoryStore) -> None:
    log = DecisionLog(told)
    with log.execution("e1") as run:
        first = AgentMemory(told, TRACED, decide=run.decide).recall("annual plan")
        assert not run.replaying
    Knowledge(told, "user/ada").remember("The annual plan is gone.", about="project:x")
    with log.execution("e1") as run:
        assert AgentMemory(told, TRACED, decide=run.decide).recall("annual plan") == first
        assert run.replaying


def test_another_question_diverges(told: MemoryStore) -> None:
    log = DecisionLog(told)
    with log.execution("e1") as run:
        AgentMemory(told, PLAIN, decide=run.decide).recall("annual plan")
    for grants, query in ((PLAIN, "monthly plan"), (Grants(scopes=("user/ada",)), "annual plan")):
        with log.execution("e1") as run, pytest.raises(ReplayDivergedError):
            AgentMemory(told, grants, decide=run.decide).recall(query)


def test_a_subject_of_all_is_read_by_all(store: MemoryStore) -> None:
    def memory(user: str) -> AgentMemory:
        grants = Grants(scopes=(f"user/{user}", "tenant/acme"), curator=user == "bob")
        return AgentMemory(store, grants, decide=at_once)

    ada, bob = memory("ada"), memory("bob")
    waiting = ada.remember("The pager rings at four.", about="object:Pager", declared="shared")
    assert str(waiting.placement.scope) == "user/ada"
    assert waiting.placement.propose
    assert bob.recall("pager").hits == ()
    bob.adopt_subject("object:Pager")
    shared = ada.remember("The pager is red.", about="object:pager")
    assert str(shared.placement.scope) == "tenant/acme"
    (hit,) = bob.recall("pager").hits
    assert (hit.text, hit.scope) == ("The pager is red.", "tenant/acme")
    assert [each.scope for each in ada.recall("pager").hits] != []


def test_only_a_curator_decides(store: MemoryStore) -> None:
    memory = AgentMemory(store, PLAIN, decide=at_once)
    assert memory.propose_subject("person:Bob", evidence="s1") == "proposed"
    for call in (memory.adopt_subject, memory.reject_subject):
        with pytest.raises(NotGrantedError, match="to curate a shared scope"):
            call("person:Bob")
    alone = AgentMemory(store, Grants(scopes=("user/ada",)), decide=at_once)
    with pytest.raises(NotGrantedError, match="a shared scope"):
        alone.propose_subject("person:Bob", evidence="s1")


def test_facts_help_only_whoever_may_read_them() -> None:
    store = InMemoryStore()
    knowledge = Knowledge(store, "user/ada")
    ticket = knowledge.add([Turn("Ada", "I had it again.", AT)], session="s1")
    source = SourceTurn(document=ticket.session, chunk=ticket.turns[0], quote="I had it again.")
    body = Body(kind="fact", title="Ada", text="Ada had oolong", ordinal=0, sources=(source,))
    knowledge.documents.create(Head(title="Ada", kind="subject"), [body])

    def score(*sources: Source) -> float:
        grants = Grants(scopes=("user/ada",), sources=sources, history=True)
        memory = AgentMemory(store, grants, decide=at_once)
        return memory.search("Ada had oolong", sources=["traces"]).hits[0].score

    assert score("traces") < score("traces", "facts")


def test_only_who_was_granted_it_consolidates(store: MemoryStore) -> None:
    scopes = ("user/ada", "tenant/acme")
    turns = [Turn("Bob", "I drink oolong tea every morning.", AT)]
    plain = AgentMemory(store, Grants(scopes=scopes), decide=at_once)
    ticket = plain.add(turns, session="s1")
    with pytest.raises(NotGrantedError, match="consolidate is not in its grants"):
        plain.consolidate(SentenceExtractor())
    assert plain.wait(ticket, timeout=0) == "timeout"
    Knowledge(store, "tenant/acme").subjects.file("person:Bob")
    granted = AgentMemory(store, Grants(scopes=scopes, consolidate=True), decide=at_once)
    assert granted.consolidate(SentenceExtractor()).written == 1
    assert plain.wait(ticket, timeout=0) == "done"
    (hit,) = plain.recall("oolong").hits
    assert (hit.scope, hit.sources) == ("user/ada", ())


@pytest.mark.parametrize("decide", [None, "decide", 7])
def test_decide_is_required(decide: object) -> None:
    with pytest.raises(TypeError, match="pass the decide of an execution"):
        AgentMemory(InMemoryStore(), PLAIN, decide=decide)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="decide"):
        AgentMemory(InMemoryStore(), PLAIN)  # type: ignore[call-arg]


def test_it_may_be_held_by_value() -> None:
    decide: Decide = at_once
    assert AgentMemory(InMemoryStore(), PLAIN, decide=decide).grants is PLAIN
