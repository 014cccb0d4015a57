"""Graph recall by an agent: within its grants, recorded, and replayed."""

import pytest
from loom_memory_core import InMemoryStore, MemoryStore
from loom_memory_knowledge import (
    AgentMemory,
    Grants,
    GraphLimits,
    Knowledge,
    NotGrantedError,
    Turn,
)
from loom_memory_runtime import DecisionLog


def test_an_agent_replays_what_it_recalled(store: MemoryStore) -> None:
    knowledge = Knowledge(store, "user/ada")
    knowledge.remember("Ada sails.", about="person:Ada", also_about=["person:Bob"])
    knowledge.remember("Bob builds it.", about="person:Bob")
    knowledge.remember("Zoe pays him.", about="person:Zoe", also_about=["person:Bob"])
    log, grants = DecisionLog(InMemoryStore()), Grants(scopes=("user/ada",))
    with log.execution("e1") as run:
        first = AgentMemory(store, grants, decide=run.decide).graph_recall("Who sails?")
    assert first.facts
    for name in ("Ada", "Bob", "Zoe"):
        knowledge.erase(f"person:{name}", dry_run=False)
    with log.execution("e1") as run:
        again = AgentMemory(store, grants, decide=run.decide).graph_recall("Who sails?")
    assert again == first


def test_an_agent_needs_facts_and_sees_no_turns(store: MemoryStore) -> None:
    knowledge = Knowledge(store, "user/ada")
    ticket = knowledge.add([Turn("Ada", "I sail on lakes every day.")], session="s1")

    class One:
        name = "one"

        def extract(self, _turns: object) -> list[object]:
            return [{"text": "Ada sails on lakes every day.", "class": "fact", "subject": "Ada"}]

    knowledge.consolidate(One())
    assert knowledge.wait(ticket, timeout=0) == "done"

    def memory(**grants: object) -> AgentMemory:
        made = Grants(**{"scopes": ("user/ada",), **grants})
        return AgentMemory(store, made, decide=lambda _name, thunk: thunk())

    (plain,) = memory().graph_recall("Who sails?").facts
    assert plain.sources == ()
    (traced,) = memory(attach_traces=True, history=True).graph_recall("Who sails?").facts
    assert traced.sources[0].quote == "I sail on lakes every day."
    with pytest.raises(NotGrantedError, match="'facts'"):
        memory(sources=("notes",)).graph_recall("Who sails?")


def test_an_agent_walks_each_scope_by_itself(store: MemoryStore) -> None:
    Knowledge(store, "user/ada").remember("Ada sails.", about="person:Ada")
    shared = Knowledge(store, "tenant/acme")
    shared.remember("Zoe sails.", about="person:Zoe", also_about=["project:Atlas"])
    shared.remember("Atlas is late.", about="project:Atlas")
    grants = Grants(scopes=("user/ada", "tenant/acme"))
    memory = AgentMemory(store, grants, decide=lambda _name, thunk: thunk())
    found = memory.graph_recall("Who sails?")
    assert [(fact.scope, fact.text, fact.hops) for fact in found.facts] == [
        ("user/ada", "Ada sails.", 0),
        ("tenant/acme", "Zoe sails.", 0),
        ("tenant/acme", "Atlas is late.", 1),
    ]
    tight = memory.graph_recall("Who sails?", limits=GraphLimits(budget_chars=20))
    assert len(tight.facts) == 2
    assert tight.beyond_budget == len(found.facts) - 2 + len(found.subjects)
