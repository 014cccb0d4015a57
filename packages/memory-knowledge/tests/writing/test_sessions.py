"""Sessions: turns that are found at once, whatever becomes of their facts."""

from datetime import UTC, datetime

import pytest
from loom_memory_core import InvalidEntryError, MemoryStore, origins, taint
from loom_memory_knowledge import Knowledge, Scope, Turn
from loom_memory_knowledge.keys import queue_key
from loom_memory_runtime import Clock
from pydantic import JsonValue

AT = datetime(2026, 5, 7, 9, tzinfo=UTC)
TURNS = [Turn("Ada", "Which drink do you like?", AT), Turn("Bob", "Oolong.", AT)]


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: Clock) -> Knowledge:
    return Knowledge(store, scope, clock=clock)


def said(knowledge: Knowledge, query: str, source: str) -> list[JsonValue]:
    return [hit.text for hit in knowledge.recall(query, sources=[source]).hits]  # type: ignore[list-item]


def test_turns_are_found_when_add_returns(knowledge: Knowledge) -> None:
    ticket = knowledge.add(TURNS, session="s 1")
    assert ticket.status == "pending"
    assert said(knowledge, "drink", "traces") == ["Which drink do you like?", "Oolong."]
    assert said(knowledge, "drink", "facts") == said(knowledge, "drink", "notes") == []
    assert knowledge.tree.resolve("/sessions/2026-05-07/s-1") == ticket.session
    (hit, *_) = knowledge.recall("oolong", sources=["traces"]).hits
    assert (hit.role, hit.observed_at, hit.title) == ("Bob", AT, "s 1")


def test_without_inference_they_are_a_note_too(knowledge: Knowledge) -> None:
    ticket = knowledge.add(TURNS, session="s1", infer=False)
    assert ticket.status == "done"
    (hit,) = knowledge.recall("oolong").hits
    assert hit.text == "Ada: Which drink do you like?\nBob: Oolong."
    assert (hit.source, hit.writer) == ("notes", "harvested")
    assert [each.chunk for each in hit.sources] == list(ticket.turns)


def test_only_what_is_to_be_inferred_from_waits(
    store: MemoryStore, knowledge: Knowledge, scope: Scope
) -> None:
    knowledge.add(TURNS, session="s1", infer=False)
    assert store.read(queue_key(scope)) == []
    ticket = knowledge.add(TURNS, session="s1")
    (item,) = store.read(queue_key(scope))
    assert item.id == ticket.item
    assert item.meta == {"document": ticket.session, "turns": list(ticket.turns)}


def test_a_session_goes_on_where_it_was(knowledge: Knowledge) -> None:
    first = knowledge.add(TURNS, session="s1")
    later = knowledge.add([Turn("Ada", "Thanks!", AT)], session="s1")
    assert first.session == later.session
    chunks = knowledge.documents.chunks(first.session)
    assert [chunk.body.ordinal for chunk in chunks] == [0, 1, 2]
    assert "Thanks!" in said(knowledge, "drink", "traces")


@pytest.mark.parametrize("infer", [True, False])
def test_a_named_call_is_done_once(knowledge: Knowledge, infer: bool) -> None:  # noqa: FBT001 - a case
    one = knowledge.add(TURNS, session="s1", infer=infer, item="i1")
    assert knowledge.add(TURNS, session="s1", infer=infer, item="i1") == one
    assert len(knowledge.documents.chunks(one.session)) == 2
    assert said(knowledge, "oolong", "traces").count("Oolong.") == 1
    assert len(said(knowledge, "oolong", "notes")) == (0 if infer else 1)


def test_taint_of_one_turn_is_on_the_note(knowledge: Knowledge) -> None:
    turns = [Turn("Ada", taint("oolong", origin="web"), AT), Turn("tool", taint("x", origin="t"))]
    knowledge.add(turns, session="s1", infer=False)
    (hit,) = knowledge.recall("oolong").hits
    assert origins(hit.text) == ("web", "t")
    assert said(knowledge, "oolong", "traces")[0] == taint("oolong", origin="web")


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ([], "there are 0 turns"),
        ([Turn("Ada", "")], "the text of turn 0 is ''"),
        ([Turn("Ada", "x"), Turn("Ada", None)], "the text of turn 1 is None"),
        ([Turn("Ada", "x", datetime(2026, 1, 1))], "the time of turn 0"),  # noqa: DTZ001 - the fault
    ],
)
def test_a_turn_that_says_nothing_is_refused(
    knowledge: Knowledge, turns: list[Turn], says: str
) -> None:
    with pytest.raises(InvalidEntryError, match=says):
        knowledge.add(turns, session="s1")
    assert knowledge.tree.ls() == []


@pytest.mark.parametrize("session", ["", "🙂", None])
def test_a_session_has_a_name(knowledge: Knowledge, session: str) -> None:
    with pytest.raises(ValueError, match=r"session|segment"):
        knowledge.add(TURNS, session=session)
