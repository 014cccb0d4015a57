"""Recall: whole chunks, fresh ones alone, from the planes that were asked for."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry, taint
from loom_memory_knowledge import Body, Document, Scope, Source
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.keys import plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.options import RecallOptions
from loom_memory_knowledge.recall.recaller import Recaller
from loom_memory_knowledge.recall.result import Period, Recall
from loom_memory_runtime import Clock
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import Recorder

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def documents(rows: KnowledgeStore, scope: Scope, clock: Clock) -> Documents:
    return Documents(rows, scope, clock=clock)


@pytest.fixture
def recaller(rows: KnowledgeStore, scope: Scope, clock: Clock) -> Recaller:
    return Recaller(rows, scope, clock=clock)


def put(
    documents: Documents, *texts: JsonValue, kind: str = "section", **fields: object
) -> Document:
    bodies = [
        Body.model_validate(
            {"kind": kind, "title": "Runbook", "text": text, "ordinal": at, **fields}
        )
        for at, text in enumerate(texts)
    ]
    return documents.create(Head(title="Runbook"), bodies)


def said(recall: Recall) -> list[JsonValue]:
    return [hit.text for hit in recall.hits]


def test_a_hit_on_any_unit_gives_the_whole_chunk_once(
    documents: Documents, recaller: Recaller
) -> None:
    text = "Stop it.\n\n```sh\npg_ctl promote\n```\n\nTell Bob about pg_ctl."
    put(documents, text, heading=["Fail over"], level=1)
    (hit,) = recaller.recall("pg_ctl promote", sources=["documents"]).hits
    assert hit.text == text
    assert (hit.unit, text[hit.start : hit.end]) == ("code", "pg_ctl promote")
    assert (hit.title, hit.heading, hit.source) == ("Runbook", ("Fail over",), "documents")


def test_an_edited_chunk_is_not_found_by_its_old_words(
    documents: Documents, recaller: Recaller, rows: KnowledgeStore, scope: Scope
) -> None:
    document = put(documents, "stop the primary")
    old = rows.read(plane_key(scope, "documents"))
    (chunk,) = document.live
    body = chunk.body.model_copy(update={"text": "call Bob"})
    documents.edit(document.id, chunk.id, body, revision=chunk.revision)
    rows.append(plane_key(scope, "documents"), old)
    recall = recaller.recall("the primary", sources=["documents"])
    assert said(recall) == []
    assert recall.stale == 1
    assert recall.outcome == "nothing matched"
    assert said(recaller.recall("Bob", sources=["documents"])) == ["call Bob"]


def test_a_stale_unit_does_not_take_the_place_of_a_fresh_one(
    documents: Documents, recaller: Recaller, rows: KnowledgeStore, scope: Scope
) -> None:
    put(documents, "the primary runs on host a, says Bob")
    ghost = rows.read(plane_key(scope, "documents"))[0]
    copies = [
        MemoryEntry(
            content="primary", id=f"ghost{at}", meta={**(ghost.meta or {}), "chunk": f"g{at}"}
        )
        for at in range(40)
    ]
    rows.append(plane_key(scope, "documents"), copies)
    recall = recaller.recall("primary", sources=["documents"], limit=1)
    assert said(recall) == ["the primary runs on host a, says Bob"]
    assert recall.stale >= 40


def test_a_deleted_document_is_not_found(documents: Documents, recaller: Recaller) -> None:
    documents.delete(put(documents, "stop").id)
    assert said(recaller.recall("stop", sources=["documents"])) == []


def test_a_source_reaches_no_other(documents: Documents, recaller: Recaller) -> None:
    for kind in ("section", "note", "fact", "turn"):
        put(documents, f"tea {kind}", kind=kind)
    asked: dict[tuple[Source, ...], list[str]] = {
        ("facts",): ["fact"],
        ("notes",): ["note"],
        ("documents",): ["section"],
        ("traces",): ["turn"],
        ("facts", "notes"): ["fact", "note"],
        ("notes", "facts", "documents"): ["fact", "note", "section"],
    }
    for sources, kinds in asked.items():
        found = said(recaller.recall("tea", sources=sources))
        assert sorted(map(str, found)) == [f"tea {kind}" for kind in kinds]


@pytest.mark.parametrize(
    "sources", [[], ["facts", "documents"], ["traces", "facts"], ["rumours"], ["facts", "rumours"]]
)
def test_a_set_of_sources_that_is_not_offered_is_refused(
    recaller: Recaller, sources: list[Source]
) -> None:
    with pytest.raises(ValueError, match="pass one alone, facts with notes"):
        recaller.recall("tea", sources=sources)


def test_one_source_is_a_list_too(recaller: Recaller) -> None:
    with pytest.raises(TypeError, match="pass a list"):
        recaller.recall("tea", sources="facts")  # type: ignore[arg-type]


def test_a_limit_is_kept_and_zero_is_nothing(documents: Documents, recaller: Recaller) -> None:
    put(documents, *(f"tea {at}" for at in range(9)))
    assert len(recaller.recall("tea", sources=["documents"], limit=4).hits) == 4
    assert recaller.recall("tea", sources=["documents"], limit=0).hits == ()
    with pytest.raises(ValueError, match="limit"):
        recaller.recall("tea", limit=-1)


def test_a_recall_comes_back_equal_from_its_json(documents: Documents, recaller: Recaller) -> None:
    put(documents, taint("tea", origin="wiki"), kind="fact", valid_from=NOON)
    recall = recaller.recall("tea", explain=True)
    assert Recall.model_validate_json(recall.model_dump_json()) == recall
    assert said(recall) == [taint("tea", origin="wiki")]


def test_the_points_add_up_to_the_score(documents: Documents, recaller: Recaller) -> None:
    moment = datetime(2023, 5, 7, tzinfo=UTC)
    put(documents, "tea it is", "coffee", kind="turn", role="Ada", observed_at=moment)
    for hit in recaller.recall("tea in May 2023", sources=["traces"], explain=True).hits:
        assert hit.explanation is not None
        points = hit.explanation.model_dump()
        assert hit.score == round(sum(points.values()), 6)
        assert points["date"] == 0.3
        assert points["session"] > 0


def test_a_turn_is_found_by_what_was_said_before_it(
    documents: Documents, recaller: Recaller
) -> None:
    put(documents, "Which drink?", "Tea.", kind="turn", role="Ada")
    assert said(recaller.recall("drink", sources=["traces"])) == ["Which drink?", "Tea."]


def test_a_fact_helps_to_find_its_turn(documents: Documents, recaller: Recaller) -> None:
    session = put(documents, "I had it again", "I had a walk", kind="turn", role="Ada")
    turn = session.live[0]
    source = {"document": session.id, "chunk": turn.id, "quote": "I had it again"}
    put(documents, "Ada drinks oolong", kind="fact", sources=[source])
    recall = recaller.recall("oolong, which Ada had", sources=["traces"], explain=True)
    first = recall.hits[0]
    assert first.chunk == turn.id
    assert first.explanation is not None
    assert first.explanation.facts > 0
    without = recaller.recall("oolong Ada had", sources=["traces"], explain=True, facts_point=False)
    assert all(hit.explanation and hit.explanation.facts == 0 for hit in without.hits)


@pytest.mark.parametrize("days", [-1, 0, 1, 2, 3])
def test_a_fact_is_true_from_its_start_until_before_its_end(
    documents: Documents, recaller: Recaller, days: int
) -> None:
    start, end = NOON, NOON + timedelta(days=2)
    put(documents, "Ada is on call", kind="fact", valid_from=start, valid_to=end)
    recall = recaller.recall("on call", as_of=NOON + timedelta(days=days))
    assert len(recall.hits) == (0 <= days < 2)


def test_the_default_view_is_that_of_now(documents: Documents, recaller: Recaller) -> None:
    put(documents, "tea then", kind="fact", valid_to=NOON)
    put(documents, "tea now", kind="fact", valid_to=NOON + timedelta(microseconds=1))
    assert said(recaller.recall("tea")) == said(recaller.recall("tea", as_of=NOON)) == ["tea now"]


def test_when_keeps_what_was_said_in_a_period(documents: Documents, recaller: Recaller) -> None:
    for day in (1, 2, 3):
        moment = datetime(2026, 5, day, tzinfo=UTC)
        put(documents, f"tea {day}", kind="turn", role="Ada", observed_at=moment)
    period = Period(start=datetime(2026, 5, 2, tzinfo=UTC), end=datetime(2026, 5, 3, tzinfo=UTC))
    assert said(recaller.recall("tea", sources=["traces"], when=period)) == ["tea 2"]


def test_a_gate_is_told_from_nothing_that_matches(documents: Documents, recaller: Recaller) -> None:
    put(documents, "tea")
    shut = recaller.recall(
        "tea and something else", sources=["documents"], options=RecallOptions(gate=9.0)
    )
    assert (shut.outcome, shut.hits) == ("below the gate", ())
    assert shut.gate is not None
    assert recaller.recall("zebra", sources=["documents"]).outcome == "nothing matched"


@pytest.mark.parametrize("options", [RecallOptions(), RecallOptions(gate=9.0)])
def test_half_a_character_in_a_question_can_be_recorded(
    documents: Documents, recaller: Recaller, options: RecallOptions
) -> None:
    put(documents, "tea")
    recall = recaller.recall("tea \ud800", sources=["documents"], options=options)
    assert Recall.model_validate_json(recall.model_dump_json()).query == "tea ?"


def test_what_is_read_does_not_grow_with_the_scope(recorder: "Recorder", clock: Clock) -> None:
    scope, rows = Scope("user", "ada"), KnowledgeStore(recorder)
    documents = Documents(rows, scope, clock=clock)
    put(documents, *(f"step {at} of many" for at in range(500)))
    recorder.calls.clear()
    recall = Recaller(rows, scope, clock=clock).recall("step 7", sources=["documents"])
    assert len(recall.hits) == 8
    assert [call.verb for call in recorder.calls] == ["search", "get"]
    assert sum(call.rows for call in recorder.calls) <= 24 + 9


def test_scores_of_a_store_that_promises_nothing_are_divided_by_the_best() -> None:
    class Bare(InMemoryStore):
        scores = None  # type: ignore[assignment]

    rows, scope = KnowledgeStore(Bare()), Scope("user", "ada")
    put(Documents(rows, scope), "tea and milk", "tea")
    best, second = Recaller(rows, scope).recall("tea milk", sources=["documents"]).hits
    assert best.score == 1.0
    assert 0 < second.score < 1.0
