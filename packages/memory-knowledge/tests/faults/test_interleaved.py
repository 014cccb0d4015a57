"""Two writers, switched at every pair of their store calls: who is told what, and what stands."""

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore
from loom_memory_knowledge import (
    Body,
    Chunk,
    Collapsed,
    Erased,
    FactNotFoundError,
    Head,
    Knowledge,
    Turn,
)
from loom_memory_knowledge.documents.tree import Tree
from store_faults import Act, interleaved, unfindable

SCOPE = "user/ada"


def section(text: str) -> Body:
    return Body(kind="section", title="Guide", text=text, ordinal=0)


def prepared() -> MemoryStore:
    store = InMemoryStore()
    Knowledge(store, SCOPE).documents.create(Head(title="Guide"), [section("old")], path="/guide")
    return store


def edit(text: str) -> Act:
    def act(knowledge: Knowledge) -> object:
        document = knowledge.tree.resolve("/guide")
        (chunk,) = knowledge.documents.chunks(document)
        return knowledge.documents.edit(document, chunk.id, section(text), revision=chunk.revision)

    return act


def create(text: str) -> Act:
    return lambda knowledge: knowledge.documents.create(
        Head(title="New"), [section(text)], path="/new"
    )


def texts(store: MemoryStore, query: str) -> list[object]:
    recall = Knowledge(store, SCOPE).recall(query, sources=["documents"])
    return [hit.text for hit in recall.hits]


def test_of_two_edits_of_one_revision_the_one_that_is_told_so_stands() -> None:
    for store, one, other in interleaved(prepared, edit("alpha"), edit("beta")):
        (chunk,) = Knowledge(store, SCOPE).documents.chunks(tree(store).resolve("/guide"))
        told = {"alpha": not one.refused, "beta": not other.refused}
        assert told[str(chunk.body.text)]
        assert unfindable(store) == []
        both = all(told.values())  # then one read what the other had written
        assert both or texts(store, "alpha beta") == [chunk.body.text]
        assert tidy(store)


def test_of_two_documents_of_one_name_one_stands() -> None:
    for store, one, other in interleaved(InMemoryStore, create("alpha"), create("beta")):
        assert one.refused != other.refused
        standing = "beta" if one.refused else "alpha"
        assert texts(store, "alpha beta") == [standing]
        document = tree(store).resolve("/new")
        assert [c.body.text for c in Knowledge(store, SCOPE).documents.chunks(document)] == [
            standing
        ]
        assert tidy(store)


def test_two_first_facts_about_a_subject_share_its_document() -> None:
    def fact(text: str) -> Act:
        return lambda knowledge: knowledge.remember(text, about="person:Bob")

    for store, one, other in interleaved(InMemoryStore, fact("alpha"), fact("beta")):
        assert isinstance(one.outcome, Chunk)
        assert isinstance(other.outcome, Chunk)
        assert one.outcome.document == other.outcome.document
        found = Knowledge(store, SCOPE).recall("alpha beta").hits
        assert sorted(str(hit.text) for hit in found) == ["alpha", "beta"]
        assert tree(store).resolve("/entities/person/bob") == one.outcome.document
        assert tidy(store)


def test_one_operation_of_two_writers_is_done_once() -> None:
    def fact(knowledge: Knowledge) -> object:
        return knowledge.remember("alpha", about="person:Bob", operation="o1")

    for store, one, other in interleaved(InMemoryStore, fact, fact):
        assert one.outcome == other.outcome
        assert len(Knowledge(store, SCOPE).recall("alpha").hits) == 1
        assert tidy(store)


def test_a_new_title_loses_no_edit() -> None:
    def retitle(knowledge: Knowledge) -> object:
        return knowledge.documents.retitle(knowledge.tree.resolve("/guide"), "Playbook")

    for store, one, other in interleaved(prepared, edit("alpha"), retitle):
        assert not other.refused
        if not one.refused:
            assert texts(store, "alpha") == ["alpha"]
        assert unfindable(store) == []
        assert tidy(store)


def test_two_speakers_lose_no_turn() -> None:
    def say(text: str) -> Act:
        return lambda knowledge: knowledge.add([Turn("Ada", text)], session="s1", infer=False)

    for store, _one, _other in interleaved(InMemoryStore, say("alpha"), say("beta")):
        assert unfindable(store) == []
        found = Knowledge(store, SCOPE).recall("alpha beta", sources=["traces"]).hits
        assert {str(hit.text) for hit in found} == {"alpha", "beta"}


def facts_prepared() -> MemoryStore:
    store = InMemoryStore()
    knowledge = Knowledge(store, SCOPE)
    for name in ("alpha", "alpha beta", "gamma"):
        knowledge.remember(name, about="person:Bob", operation=name)
    return store


def named(knowledge: Knowledge, text: str) -> Chunk:
    listed = knowledge.facts("person:Bob", past=True)
    texts = {text, "alpha delta"} if text == "alpha" else {text}
    found = [each.fact for each in listed if each.fact.body.text in texts]
    if not found:
        raise FactNotFoundError(f"no fact says {text!r}", hint="it was merged")
    return found[0]


def test_a_collapse_beside_an_edit_of_what_it_absorbs_loses_neither() -> None:
    def edit_absorbed(knowledge: Knowledge) -> object:
        old = named(knowledge, "alpha")
        body = old.body.model_copy(update={"text": "alpha delta"})
        return knowledge.documents.edit(old.document, old.id, body, revision=old.revision)

    def collapse(knowledge: Knowledge) -> object:
        kept, absorbed = named(knowledge, "alpha beta"), named(knowledge, "alpha")
        return knowledge.collapse_facts(kept, absorbed, dry_run=False)

    for store, one, other in interleaved(facts_prepared, edit_absorbed, collapse):
        assert unfindable(store) == []
        texts = {each.fact.body.text for each in Knowledge(store, SCOPE).facts("person:Bob")}
        assert "alpha beta" in texts
        assert isinstance(one.outcome, Chunk) is ("alpha delta" in texts)
        assert isinstance(other.outcome, Collapsed) is not isinstance(one.outcome, Chunk)
        assert tidy(store)


def test_of_two_heirs_at_once_one_is_told_that_it_is_none() -> None:
    def close(heir: str) -> Act:
        def act(knowledge: Knowledge) -> object:
            return knowledge.supersede(named(knowledge, "alpha"), named(knowledge, heir))

        return act

    for store, one, other in interleaved(facts_prepared, close("alpha beta"), close("gamma")):
        assert one.refused != other.refused
        knowledge = Knowledge(store, SCOPE)
        old = named(knowledge, "alpha")
        assert old.closed is not None
        assert old.closed.heir == named(knowledge, "gamma" if one.refused else "alpha beta").id
        assert unfindable(store) == []
        assert tidy(store)


def test_a_close_beside_an_edit_leaves_the_fact_findable() -> None:
    def close(knowledge: Knowledge) -> object:
        return knowledge.supersede(named(knowledge, "alpha"), named(knowledge, "gamma"))

    def edit_closed(knowledge: Knowledge) -> object:
        old = named(knowledge, "alpha")
        body = old.body.model_copy(update={"text": "alpha delta"})
        return knowledge.documents.edit(old.document, old.id, body, revision=old.revision)

    for store, one, _other in interleaved(facts_prepared, close, edit_closed):
        assert isinstance(one.outcome, Chunk)
        assert unfindable(store) == []
        assert tidy(store)


def test_an_erasure_beside_a_fact_leaves_no_row_of_it() -> None:
    def erase(knowledge: Knowledge) -> object:
        return knowledge.erase("person:Bob", dry_run=False)

    def fact(knowledge: Knowledge) -> object:
        return knowledge.remember("delta", about="person:Bob", also_about=["person:Zoe"])

    for store, one, other in interleaved(facts_prepared, erase, fact):
        assert isinstance(one.outcome, Erased)
        stands = isinstance(other.outcome, Chunk) and bool(
            Knowledge(store, SCOPE).recall("delta").hits
        )
        kept = "delta" in "".join(row.to_json() for row in rows(store))
        assert kept is stands, (one.outcome, other.outcome)
        assert unfindable(store) == []


def rows(store: MemoryStore) -> list[MemoryEntry]:
    """Every row of the scope."""
    assert isinstance(store, InMemoryStore)
    keys = store.keys()
    return [row for key in keys for row in store.read(key)]


@pytest.mark.parametrize("other", ["create", "edit"])
def test_a_reindex_beside_a_writer_takes_nothing_away(other: str) -> None:
    act = create("alpha") if other == "create" else edit("alpha")

    def reindex(knowledge: Knowledge) -> object:
        return knowledge.reindex(dry_run=False)

    for store, _one, _other in interleaved(prepared, act, reindex):
        assert unfindable(store) == []
        assert texts(store, "alpha") == ["alpha"]


def tree(store: MemoryStore) -> Tree:
    return Knowledge(store, SCOPE).tree


def tidy(store: MemoryStore) -> bool:
    """Whether no derived row is missing, and none is left over."""
    found = Knowledge(store, SCOPE).reindex()
    return (found.missing, found.surplus, found.young) == (0, 0, 0)
