"""Graph recall: what lies around a question, how it was reached, and what that costs."""

from collections import deque
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InMemoryStore, MemoryStore, origins, taint
from loom_memory_knowledge import (
    GraphLimits,
    GraphRecall,
    Knowledge,
    Scope,
    Times,
)
from loom_memory_knowledge.graph.neighbours import TAIL
from loom_memory_knowledge.keys import back_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import Recorder, SetClock

FAR = GraphLimits(hops=8, budget_chars=None)


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: "SetClock") -> Knowledge:
    return Knowledge(store, scope, clock=clock)


def chain(knowledge: Knowledge) -> None:
    """Ada to Bob to Atlas to Bath; Zoe points at Bob."""
    knowledge.remember("Ada sails with her brother.", about="person:Ada", also_about=["person:Bob"])
    knowledge.remember("Bob builds it.", about="person:Bob", also_about=["project:Atlas"])
    knowledge.remember("It runs there.", about="project:Atlas", also_about=["location:Bath"])
    knowledge.remember("Has hot springs.", about="location:Bath")
    knowledge.remember("Zoe pays him.", about="person:Zoe", also_about=["person:Bob"])


def reached(found: GraphRecall) -> dict[JsonValue, int]:
    return {fact.text: fact.hops for fact in found.facts}


def test_a_question_leads_along_the_edges(knowledge: Knowledge) -> None:
    chain(knowledge)
    found = knowledge.graph_recall("Who sails?")
    assert found.seeds == ("person:ada",)
    assert reached(found) == {
        "Ada sails with her brother.": 0,
        "Bob builds it.": 1,
        "Zoe pays him.": 1,
        "It runs there.": 2,
    }
    assert [each.subject for each in found.subjects] == [
        "person:ada",
        "person:bob",
        "project:atlas",
        "person:zoe",
    ]


def test_every_fact_says_how_it_was_reached(knowledge: Knowledge) -> None:
    chain(knowledge)
    found = knowledge.graph_recall(seeds=["person:Zoe"], limits=GraphLimits(hops=2))
    by_text = {fact.text: fact for fact in found.facts}
    ways = {
        text: [(step.direction, step.subject) for step in fact.path]
        for text, fact in by_text.items()
    }
    assert ways == {
        "Zoe pays him.": [],
        "Bob builds it.": [("forward", "person:bob")],
        "Ada sails with her brother.": [("forward", "person:bob")],
        "It runs there.": [("forward", "person:bob"), ("forward", "project:atlas")],
    }
    ada = next(each for each in found.subjects if each.subject == "person:ada")
    assert [step.direction for step in ada.path] == ["forward", "backward"]
    assert ada.path[1].fact == by_text["Ada sails with her brother."].chunk
    assert {fact.seed for fact in found.facts} == {"person:zoe"}


def test_seeds_come_from_facts_and_not_from_titles(knowledge: Knowledge) -> None:
    knowledge.remember("Runs the espresso machine.", about="person:Ada")
    knowledge.subjects.file("object:Espresso")
    assert knowledge.graph_recall("espresso").seeds == ("person:ada",)


def test_a_subject_that_the_question_names_is_the_seed(knowledge: Knowledge) -> None:
    for name in ("Ada", "Bob", "Zoe"):
        knowledge.remember("Sails on lakes.", about=f"person:{name}")
    assert len(knowledge.graph_recall("Who sails on lakes?").seeds) == 3
    assert knowledge.graph_recall("Where does Bob sail on lakes?").seeds == ("person:bob",)


def test_a_circle_ends(knowledge: Knowledge) -> None:
    for one, other in (("Ada", "Bob"), ("Bob", "Zoe"), ("Zoe", "Ada"), ("Ada", "Ada")):
        knowledge.remember(
            f"{one} helps {other}.", about=f"person:{one}", also_about=[f"person:{other}"]
        )
    found = knowledge.graph_recall(seeds=["person:Ada"], limits=FAR)
    assert len(found.facts) == 4
    assert max(each.hops for each in found.subjects) == 1


def test_facts_come_before_names_in_the_budget(knowledge: Knowledge) -> None:
    chain(knowledge)
    whole = knowledge.graph_recall(seeds=["person:Ada"], limits=FAR)
    texts = [len(str(fact.text)) for fact in whole.facts]
    names = [len(each.title) for each in whole.subjects]
    found = whole
    for budget in range(sum(texts) + sum(names) + 1):
        found = knowledge.graph_recall(
            seeds=["person:Ada"], limits=FAR._replace(budget_chars=budget)
        )
        told = sum(len(str(each.text)) for each in found.facts)
        told += sum(len(each.title) for each in found.subjects)
        assert told <= budget
        assert found.facts == whole.facts[: len(found.facts)]
        assert not found.subjects or len(found.facts) == len(whole.facts)
        left_out = len(whole.facts) + len(whole.subjects) - len(found.facts) - len(found.subjects)
        assert found.beyond_budget == left_out
    assert found == whole


def test_the_frontier_is_bounded_and_counted(knowledge: Knowledge) -> None:
    others = [f"person:P{at}" for at in range(10)]
    knowledge.remember("Ada knows all.", about="person:Ada", also_about=others)
    found = knowledge.graph_recall(seeds=["person:Ada"], limits=FAR._replace(frontier=4))
    assert len(found.subjects) == 5
    assert found.beyond_frontier == 6


def test_only_facts_of_the_moment_are_walked(knowledge: Knowledge, clock: "SetClock") -> None:
    end = clock.now + timedelta(days=1)
    knowledge.remember(
        "Ada knows Bob.", about="person:Ada", also_about=["person:Bob"], times=Times(valid_to=end)
    )
    knowledge.remember("Bob sails.", about="person:Bob")
    for moment, count in ((end - timedelta(microseconds=1), 2), (end, 0)):
        found = knowledge.graph_recall(seeds=["person:Ada"], as_of=moment)
        assert len(found.facts) == count
        clock.now = moment
        assert knowledge.graph_recall(seeds=["person:Ada"]).facts == found.facts


def test_what_is_withheld_is_neither_walked_nor_told(knowledge: Knowledge) -> None:
    chain(knowledge)
    (bob,) = knowledge.facts("person:Bob")
    found = knowledge.graph_recall(seeds=["person:Ada"], limits=FAR, withheld=[bob.fact.id])
    assert set(reached(found)) == {"Ada sails with her brother.", "Zoe pays him."}
    (ada,) = knowledge.facts("person:Ada")
    assert knowledge.graph_recall("Who sails?", withheld=[ada.fact.id]).seeds == ()


def test_a_link_that_leads_nowhere_is_passed_over(
    store: MemoryStore, knowledge: Knowledge, scope: Scope
) -> None:
    chain(knowledge)
    bob = knowledge.subjects.file("person:Bob").document
    (zoe,) = knowledge.facts("person:Zoe")
    body = zoe.fact.body.model_copy(update={"edges": ()})
    knowledge.documents.edit(zoe.fact.document, zoe.fact.id, body, revision=zoe.fact.revision)
    assert any(row.id == zoe.fact.id for row in store.read(back_key(scope, bob)))
    found = knowledge.graph_recall(seeds=["person:Bob"], limits=FAR)
    assert "Zoe pays him." not in reached(found)
    knowledge.documents.delete(knowledge.subjects.file("person:Ada").document)
    assert "Ada sails with her brother." not in reached(
        knowledge.graph_recall(seeds=["person:Bob"], limits=FAR)
    )


def test_taint_goes_along(knowledge: Knowledge) -> None:
    text = taint("Ada sails.", origin="mail")
    knowledge.remember(text, about="person:Ada")
    (fact,) = knowledge.graph_recall("Who sails?").facts
    assert origins(fact.text) == ("mail",)


def test_nothing_of_another_scope_is_reached(store: MemoryStore, knowledge: Knowledge) -> None:
    other = Knowledge(store, "user/bob")
    other.remember("Bob has a secret.", about="person:Bob")
    secret = other.subjects.file("person:Bob").document
    chain(knowledge)
    rows = KnowledgeStore(store)
    found = knowledge.graph_recall(seeds=["person:Bob", secret_key(secret)], limits=FAR)
    assert all(fact.scope == "user/ada" for fact in found.facts)
    assert "secret" not in found.model_dump_json()
    assert list(rows.keys("loom/user/bob/"))


def secret_key(document: str) -> str:
    """A subject whose name is the id of another scope's document."""
    return f"object:{document}"


def test_a_hub_is_read_by_its_tail(recorder: "Recorder", scope: Scope, clock: "SetClock") -> None:
    knowledge = Knowledge(recorder, scope, clock=clock)
    for at in range(2 * TAIL):
        knowledge.remember(f"Hub fact {at}.", about="project:Hub")
    facts = {each.fact.body.text: each.fact for each in knowledge.facts("project:Hub")}
    old = facts["Hub fact 0."]
    body = old.body.model_copy(update={"text": "Edited lately."})
    knowledge.documents.edit(old.document, old.id, body, revision=old.revision)
    recorder.calls.clear()
    found = knowledge.graph_recall(seeds=["project:Hub"], limits=FAR)
    texts = set(reached(found))
    assert "Edited lately." in texts
    assert f"Hub fact {2 * TAIL - 1}." in texts
    assert len(texts) == TAIL
    assert found.tails == 1
    assert sum(call.rows for call in recorder.calls) < 3 * TAIL


@pytest.mark.parametrize(
    "limits",
    [
        GraphLimits(hops=-1),
        GraphLimits(hops=9),
        GraphLimits(frontier=0),
        GraphLimits(budget_chars=-1),
    ],
)
def test_limits_have_ranges(knowledge: Knowledge, limits: GraphLimits) -> None:
    with pytest.raises(ValueError, match="pass"):
        knowledge.graph_recall("x", limits=limits)


def test_a_question_or_seeds(knowledge: Knowledge) -> None:
    with pytest.raises(ValueError, match="a query or seeds"):
        knowledge.graph_recall()
    with pytest.raises(ValueError, match="a query or seeds"):
        knowledge.graph_recall("x", seeds=["person:Ada"])
    with pytest.raises(TypeError, match="pass a list"):
        knowledge.graph_recall(seeds="person:Ada")
    assert knowledge.graph_recall(seeds=["person:Nobody"]).facts == ()


EDGES = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14)


@given(edges=EDGES, hops=st.integers(0, 4))
def test_the_walk_is_breadth_first(edges: list[tuple[int, int]], hops: int) -> None:
    knowledge = Knowledge(InMemoryStore(), "user/ada")
    for at in range(8):
        knowledge.subjects.file(f"person:P{at}")
    for number, (one, other) in enumerate(edges):
        knowledge.remember(
            f"Fact {number}.", about=f"person:P{one}", also_about=[f"person:P{other}"]
        )
    distance, queue = {0: 0}, deque([0])
    while queue:
        here = queue.popleft()
        for one, other in edges:
            for from_, to in ((one, other), (other, one)):
                if from_ == here and to not in distance:
                    distance[to] = distance[here] + 1
                    queue.append(to)
    found = knowledge.graph_recall(
        seeds=["person:P0"], limits=GraphLimits(hops=hops, budget_chars=None)
    )
    assert {each.title: each.hops for each in found.subjects} == {
        f"P{at}": far for at, far in distance.items() if far <= hops
    }
    assert all(len(each.path) == each.hops for each in found.subjects)
    near = {at for at, far in distance.items() if far <= hops}
    assert {fact.text for fact in found.facts} == {
        f"Fact {number}." for number, (one, other) in enumerate(edges) if {one, other} & near
    }
