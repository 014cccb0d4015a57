"""Erasing a subject: no row of it is left, and what still names it is told."""

from collections.abc import Sequence

import pytest
from loom_memory_core import MemoryStore
from loom_memory_knowledge import (
    DocumentGoneError,
    InvalidSubjectError,
    Knowledge,
    LeaseHeldError,
    Scope,
    Turn,
)
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_runtime import Clock


class Naming:
    """Extracts one fact that names Zoe Kern."""

    name = "naming"

    def extract(self, _turns: Sequence[Turn]) -> list[object]:
        return [{"text": "Ada met Zoe Kern.", "class": "fact", "subject": "Ada"}]


class Unreadable:
    """Gives a reply that is no list, and names her."""

    name = "unreadable"

    def extract(self, _turns: Sequence[Turn]) -> object:
        return "Zoe Kern is there"


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: Clock) -> Knowledge:
    return Knowledge(store, scope, clock=clock)


@pytest.fixture
def filled(knowledge: Knowledge) -> Knowledge:
    knowledge.remember("Likes oolong.", about="person:Zoe Kern", also_about=["project:Atlas"])
    knowledge.remember("Bob manages her.", about="person:Bob", also_about=["person:Zoe Kern"])
    knowledge.remember("Bob had lunch with Zoe Kern.", about="person:Bob")
    knowledge.remember("Zoe Kern has the key.")
    knowledge.import_markdown("# Team\n\nZoe Kern leads.\n\n## Else\n\nNobody.\n", "/team")
    knowledge.add(
        [Turn("Ada", "Zoe Kern is late."), Turn("Bob", "Again?")], session="s1", item="i1"
    )
    knowledge.consolidate(Unreadable())  # type: ignore[arg-type]  # that is the fault
    return knowledge


def test_no_row_of_the_subject_is_left(store: MemoryStore, filled: Knowledge) -> None:
    report = filled.erase("person:Zoe Kern", dry_run=False)
    assert len(report.facts) == len(report.pointing) == 1
    assert filled.recall("oolong manages her").hits == ()
    kept = [row for key in _keys(store) for row in store.read(key)]
    assert not [row for row in kept if "oolong" in row.to_json() or "manages" in row.to_json()]
    assert not [key for key in _keys(store) if "zoe" in key]
    assert filled.subjects.known("person:Zoe Kern") is None
    found = filled.reindex()
    assert (found.missing, found.surplus, found.young) == (0, 0, 0)


def _keys(store: MemoryStore) -> list[str]:
    return list(KnowledgeStore(store).keys("loom/"))


def test_what_still_names_it_is_told(filled: Knowledge) -> None:
    report = filled.erase("person:zoe kern", dry_run=False)
    counted = {
        name: len(getattr(report, name))
        for name in ("naming_facts", "notes", "sections", "turns", "extractions", "queued")
    }
    assert counted == {
        "naming_facts": 1,
        "notes": 1,
        "sections": 1,
        "turns": 1,
        "extractions": 1,
        "queued": 1,
    }
    assert report.extractions == report.queued == ("i1",)


def test_a_dry_run_tells_the_same_and_takes_nothing(filled: Knowledge, store: MemoryStore) -> None:
    before = {key: store.read(key) for key in _keys(store)}
    told = filled.erase("person:Zoe Kern")
    assert told.dry_run
    assert {key: store.read(key) for key in _keys(store)} == before
    done = filled.erase("person:Zoe Kern", dry_run=False)
    assert done.model_copy(update={"dry_run": True}) == told


def test_what_stays_can_be_found_and_the_subject_filed_again(filled: Knowledge) -> None:
    filled.erase("person:Zoe Kern", dry_run=False)
    assert [hit.text for hit in filled.recall("lunch").hits] == ["Bob had lunch with Zoe Kern."]
    filled.remember("Is back.", about="person:Zoe Kern")
    assert [hit.text for hit in filled.recall("back").hits] == ["Is back."]


def test_nobody_on_file_is_told(knowledge: Knowledge) -> None:
    with pytest.raises(InvalidSubjectError, match="'person:zoe' is not on file"):
        knowledge.erase("person:Zoe")


def test_it_waits_for_the_lease(
    store: MemoryStore, filled: Knowledge, scope: Scope, clock: Clock
) -> None:
    with (
        leased(KnowledgeStore(store), scope, purpose="consolidation", clock=clock),
        pytest.raises(LeaseHeldError),
    ):
        filled.erase("person:Zoe Kern", dry_run=False)
    assert filled.recall("oolong").hits


def test_a_fact_of_an_erased_subject_is_not_found(filled: Knowledge) -> None:
    (fact,) = filled.facts("person:Zoe Kern")
    filled.erase("person:Zoe Kern", dry_run=False)
    with pytest.raises(DocumentGoneError):
        filled.documents.edit(
            fact.fact.document, fact.fact.id, fact.fact.body, revision=fact.fact.revision
        )
