"""Documents: written in an order that loses nothing, edited by one writer at a time."""

from typing import TYPE_CHECKING, Any

import pytest
from loom_memory_core import ConflictError, InMemoryStore, taint
from loom_memory_knowledge import Body, Document, DocumentGoneError, LeaseHeldError, Scope
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.tree import Tree
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.keys import PLANES, plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_runtime import Clock
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import Recorder


@pytest.fixture
def documents(rows: KnowledgeStore, scope: Scope, clock: Clock) -> Documents:
    return Documents(rows, scope, clock=clock)


def said(text: JsonValue, *, ordinal: float = 0, title: str = "Runbook") -> Body:
    return Body(kind="section", title=title, text=text, ordinal=ordinal)


def made(documents: Documents, *texts: JsonValue, path: str | None = None) -> Document:
    bodies = [said(text, ordinal=at) for at, text in enumerate(texts)]
    return documents.create(Head(title="Runbook"), bodies, path=path)


def texts(documents: Documents, document: Document) -> list[object]:
    return [chunk.body.text for chunk in documents.chunks(document.id)]


def found(rows: KnowledgeStore, scope: Scope, query: str) -> list[object]:
    return [hit.entry.content for hit in rows.search(plane_key(scope, "documents"), query, limit=9)]


def units(rows: KnowledgeStore, scope: Scope) -> int:
    return sum(len(rows.read(plane_key(scope, plane))) for plane in PLANES)


def test_what_is_created_is_read_and_found(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    document = made(documents, "stop the primary", "promote the standby")
    assert texts(documents, document) == ["stop the primary", "promote the standby"]
    assert found(rows, scope, "standby") == ["Runbook\npromote the standby"]


def test_an_edit_is_found_by_its_new_words_alone(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    document = made(documents, "stop the primary")
    (chunk,) = documents.chunks(document.id)
    after = documents.edit(document.id, chunk.id, said("call Bob"), revision=chunk.revision)
    assert after.body.text == "call Bob"
    assert after.revision != chunk.revision
    assert found(rows, scope, "primary") == []
    assert found(rows, scope, "Bob") == ["Runbook\ncall Bob"]


def test_an_edit_of_an_old_revision_changes_nothing(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    document = made(documents, "one")
    (chunk,) = documents.chunks(document.id)
    documents.edit(document.id, chunk.id, said("two"), revision=chunk.revision)
    before = units(rows, scope)
    with pytest.raises(ConflictError, match=f"not at '{chunk.revision}'"):
        documents.edit(document.id, chunk.id, said("three"), revision=chunk.revision)
    assert texts(documents, document) == ["two"]
    assert units(rows, scope) == before


def test_an_unknown_chunk_is_named(documents: Documents) -> None:
    document = made(documents, "one")
    with pytest.raises(DocumentGoneError, match="no chunk 'x'"):
        documents.edit(document.id, "x", said("two"), revision="r")


@pytest.mark.parametrize("verb", ["read", "chunks", "delete", "edit", "retitle"])
def test_an_unknown_document_is_named(documents: Documents, verb: str) -> None:
    calls: dict[str, Any] = {
        "read": lambda: documents.read("x"),
        "chunks": lambda: documents.chunks("x"),
        "delete": lambda: documents.delete("x"),
        "edit": lambda: documents.edit("x", "c", said("y"), revision="r"),
        "retitle": lambda: documents.retitle("x", "y"),
    }
    with pytest.raises(DocumentGoneError, match="document 'x' is not there"):
        calls[verb]()


def test_a_deleted_document_leaves_no_row(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    kept = made(documents, "kept", path="/kept")
    document = made(documents, "one", "two", path="/a/b")
    Tree(rows, scope).claim("/c", document.id)
    assert documents.delete(document.id) == 2
    assert found(rows, scope, "one two") == []
    keys = list(rows.keys(scope.prefix))
    assert not any(document.id in key for key in keys)
    assert texts(documents, kept) == ["kept"]
    assert [str(each.path) for each in Tree(rows, scope).ls()] == ["/a", "/kept"]


def test_nothing_is_deleted_while_another_holds_the_scope(
    documents: Documents, rows: KnowledgeStore, scope: Scope, clock: Clock
) -> None:
    document = made(documents, "one")
    with (
        leased(rows, scope, purpose="reindexing", clock=clock),
        pytest.raises(LeaseHeldError, match="is held for reindexing"),
    ):
        documents.delete(document.id)
    assert texts(documents, document) == ["one"]


def test_a_new_title_is_found_with_every_chunk(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    document = made(documents, "stop", "promote")
    after = documents.retitle(document.id, "Playbook")
    assert after.head.title == "Playbook"
    assert len(found(rows, scope, "playbook")) == 2
    assert found(rows, scope, "runbook") == []


def test_a_title_is_given_once(recorder: "Recorder", clock: Clock) -> None:
    scope = Scope("user", "ada")
    ours = Documents(KnowledgeStore(recorder), scope, clock=clock)
    document = made(ours, "stop")
    ours.retitle(document.id, "Playbook")
    recorder.calls.clear()
    ours.retitle(document.id, "Playbook")
    assert not [call for call in recorder.calls if "/plane/" in call.key]
    assert {chunk.title for chunk in ours.chunks(document.id)} == {"Playbook"}


def test_tainted_text_is_tainted_in_its_units(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    made(documents, taint("stop the primary", origin="wiki"))
    assert found(rows, scope, "primary") == [taint("Runbook\nstop the primary", origin="wiki")]
    assert found(rows, scope, "wiki") == []


def test_a_transclusion_is_found_where_it_stands(
    documents: Documents, rows: KnowledgeStore, scope: Scope
) -> None:
    body = said("pg_ctl promote").model_copy(update={"heading": ("Promote",), "level": 1})
    documents.create(Head(title="db-7"), [body], path="/db-7")
    made(documents, "First ![[db-7#Promote]], then ![[nowhere#x]].")
    assert "Runbook\npg_ctl promote" in found(rows, scope, "pg_ctl")


def test_a_document_of_ten_thousand_chunks() -> None:
    rows, scope = KnowledgeStore(InMemoryStore()), Scope("user", "ada")
    documents = Documents(rows, scope)
    document = made(documents, *(f"step {at}" for at in range(10_000)))
    chunk = documents.chunks(document.id)[7_777]
    assert chunk.body.text == "step 7777"
    documents.edit(document.id, chunk.id, said("x", ordinal=7_777), revision=chunk.revision)
    assert texts(documents, document)[7_776:7_779] == ["step 7776", "x", "step 7778"]


def test_editing_one_chunk_does_not_read_the_others(recorder: "Recorder", clock: Clock) -> None:
    documents = Documents(KnowledgeStore(recorder), Scope("user", "ada"), clock=clock)
    document = made(documents, *(f"step {at}" for at in range(300)))
    chunk = next(iter(document.chunks.values()))
    recorder.calls.clear()
    documents.edit(document.id, chunk.id, said("x"), revision=chunk.revision)
    assert sum(call.rows for call in recorder.calls) < 10
    assert "replace" not in recorder.verbs()


def test_units_come_before_the_truth_and_go_after_it(recorder: "Recorder", clock: Clock) -> None:
    documents = Documents(KnowledgeStore(recorder), Scope("user", "ada"), clock=clock)
    document = made(documents, "one", path="/a")
    order = [call.key.split("/")[3] for call in recorder.calls if call.verb == "append"]
    assert order == ["plane", "doc", "back", "path"]
    (chunk,) = documents.chunks(document.id)
    recorder.calls.clear()
    documents.edit(document.id, chunk.id, said("two"), revision=chunk.revision)
    writes = [(call.verb, call.key.split("/")[3]) for call in recorder.calls]
    assert [each for each in writes if each[0] != "get"] == [
        ("append", "plane"),
        ("append", "doc"),
        ("remove", "plane"),
    ]
