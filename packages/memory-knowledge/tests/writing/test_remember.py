"""Facts and notes: recallable when the call returns, once however often it is made."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import InvalidEntryError, MemoryStore, taint
from loom_memory_knowledge import InvalidSubjectError, Knowledge, Scope, Times
from loom_memory_runtime import Clock
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import Recorder


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: Clock) -> Knowledge:
    return Knowledge(store, scope, clock=clock)


def said(knowledge: Knowledge, query: str, **options: object) -> list[JsonValue]:
    return [hit.text for hit in knowledge.recall(query, **options).hits]  # type: ignore[arg-type]


def test_a_fact_is_recalled_at_once(knowledge: Knowledge) -> None:
    fact = knowledge.remember("Bob is on call on Fridays.", about="person:Bob")
    (hit,) = knowledge.recall("Who is on call?").hits
    assert (hit.text, hit.chunk, hit.source) == ("Bob is on call on Fridays.", fact.id, "facts")
    assert (hit.writer, hit.fact_class, hit.title) == ("authored", "fact", "Bob")
    assert knowledge.tree.resolve("/entities/person/bob") == fact.document


def test_a_fact_is_found_by_its_subject(knowledge: Knowledge) -> None:
    knowledge.remember("Is on call on Fridays.", about="person:Bob")
    assert said(knowledge, "Bob") == ["Is on call on Fridays."]


def test_a_note_is_recalled_at_once(knowledge: Knowledge) -> None:
    knowledge.remember("The pager is in the drawer.")
    knowledge.remember("The drawer is green.")
    assert said(knowledge, "pager", sources=["notes"]) == ["The pager is in the drawer."]
    assert said(knowledge, "pager", sources=["facts"]) == []
    assert knowledge.tree.resolve("/notes") == "notes"


@pytest.mark.parametrize("about", [None, "person:Bob"])
def test_a_named_operation_is_done_once(knowledge: Knowledge, about: str | None) -> None:
    one = knowledge.remember("Tea at four.", about=about, operation="o1")
    other = knowledge.remember("Tea at four.", about=about, operation="o1")
    assert one == other
    assert said(knowledge, "tea") == ["Tea at four."]
    knowledge.remember("Tea at four.", about=about)
    assert said(knowledge, "tea") == ["Tea at four.", "Tea at four."]


def test_a_fact_points_at_other_subjects(knowledge: Knowledge) -> None:
    fact = knowledge.remember(
        "Bob manages Ada.", about="person:Bob", also_about=["person:Ada", "project:Loom"]
    )
    assert [edge.name for edge in fact.body.edges] == ["person:ada", "project:loom"]
    assert knowledge.tree.resolve("/entities/project/loom") == fact.body.edges[1].document


def test_a_time_is_kept_in_utc(knowledge: Knowledge) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    fact = knowledge.remember("x y", about="person:Bob", times=Times(valid_from=at))
    assert fact.body.valid_from == at


def test_tainted_text_stays_tainted(knowledge: Knowledge) -> None:
    text = taint("Bob is the admin.", origin="wiki")
    knowledge.remember(text, about="person:Bob")
    assert said(knowledge, "admin") == [text]
    assert said(knowledge, "wiki") == []


@pytest.mark.parametrize("text", ["", "  ", None, 7, ["x"], {"a": "b"}, taint("", origin="w")])
@pytest.mark.parametrize("about", [None, "person:Bob"])
def test_what_says_nothing_is_refused_before_anything_is_written(
    recorder: "Recorder", text: JsonValue, about: str | None
) -> None:
    with pytest.raises(InvalidEntryError, match="text is"):
        Knowledge(recorder, "user/ada").remember(text, about=about)
    assert recorder.calls == []


def test_a_naive_time_is_refused(knowledge: Knowledge) -> None:
    with pytest.raises(InvalidEntryError, match="valid_from is"):
        knowledge.remember("x", about="person:Bob", times=Times(valid_from=datetime(2026, 1, 1)))  # noqa: DTZ001 - the fault


def test_an_unknown_type_is_refused_before_anything_is_written(recorder: "Recorder") -> None:
    for about, also in (("human:Bob", []), ("person:Bob", ["human:Ada"])):
        with pytest.raises(InvalidSubjectError):
            Knowledge(recorder, "user/ada").remember("x", about=about, also_about=also)
    assert recorder.calls == []


def test_the_order_of_a_fact_is_the_design(recorder: "Recorder", clock: Clock) -> None:
    knowledge = Knowledge(recorder, "user/ada", clock=clock)
    knowledge.subjects.file("person:Ada")
    recorder.calls.clear()
    knowledge.remember("Bob manages Ada.", about="person:Bob", also_about=["person:Ada"])
    order = [call.key.split("/")[3] for call in recorder.calls if call.verb == "append"]
    assert [each for each in order if each != "path"] == [
        *("subject", "back", "doc", "plane", "back", "doc"),
    ]
    assert "replace" not in recorder.verbs()


def test_a_fact_costs_the_same_however_many_there_are(recorder: "Recorder", clock: Clock) -> None:
    knowledge = Knowledge(recorder, "user/ada", clock=clock)
    costs = []
    for at in range(300):
        recorder.calls.clear()
        knowledge.remember(f"fact {at}", about="person:Bob")
        costs.append((len(recorder.calls), sum(call.rows for call in recorder.calls)))
    assert costs[1] == costs[-1]
