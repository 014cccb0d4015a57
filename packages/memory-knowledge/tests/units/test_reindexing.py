"""Reindexing: damage is put right, old surplus goes, and what is young is left alone."""

from typing import TYPE_CHECKING

import pytest
from loom_memory_core import MemoryStore
from loom_memory_knowledge import PLANES, Knowledge, LeaseHeldError, Scope
from loom_memory_knowledge.keys import plane_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_knowledge.units.reindexing import GRACE_SECONDS, Reindexed

if TYPE_CHECKING:
    from conftest import SetClock

TEXT = "# db-7\n\nRuns on host a.\n\n## Fail over\n\nStop it.\n"


@pytest.fixture
def knowledge(store: MemoryStore, scope: Scope, clock: "SetClock") -> Knowledge:
    made = Knowledge(store, scope, clock=clock)
    made.import_markdown(TEXT, "/db-7")
    made.remember("Bob is on call.", about="person:Bob")
    return made


def counts(found: Reindexed) -> tuple[int, int, int]:
    return found.missing, found.surplus, found.young


def test_what_is_whole_is_left_as_it_is(knowledge: Knowledge) -> None:
    found = knowledge.reindex(dry_run=False)
    assert (found.documents, found.units, *counts(found)) == (2, 5, 0, 0, 0)


def test_a_missing_unit_comes_back(
    knowledge: Knowledge, rows: KnowledgeStore, scope: Scope
) -> None:
    for plane in PLANES:
        key = plane_key(scope, plane)
        rows.remove(key, [row.id for row in rows.read(key)])
    assert knowledge.recall("on call").hits == ()
    assert counts(knowledge.reindex()) == (5, 0, 0)
    assert knowledge.recall("on call").hits == ()
    assert counts(knowledge.reindex(dry_run=False)) == (5, 0, 0)
    assert len(knowledge.recall("on call").hits) == 1
    assert counts(knowledge.reindex(dry_run=False)) == (0, 0, 0)


def test_surplus_goes_when_it_is_older_than_the_grace(
    knowledge: Knowledge, rows: KnowledgeStore, scope: Scope, clock: "SetClock"
) -> None:
    key = plane_key(scope, "documents")
    orphan = rows.read(key)[0].model_copy(update={"id": "orphan"})
    rows.append(key, [orphan])
    clock.forward(GRACE_SECONDS)
    assert counts(knowledge.reindex(dry_run=False)) == (0, 0, 1)
    clock.forward(1)
    assert counts(knowledge.reindex()) == (0, 1, 0)
    assert counts(knowledge.reindex(dry_run=False)) == (0, 1, 0)
    assert counts(knowledge.reindex(dry_run=False)) == (0, 0, 0)
    assert len(knowledge.recall("host", sources=["documents"]).hits) == 1


def test_a_transclusion_whose_text_changed_is_renewed(knowledge: Knowledge) -> None:
    knowledge.import_markdown("# Guide\n\nSee ![[db-7#Fail over]].\n", "/guide")
    knowledge.import_markdown(TEXT.replace("Stop it.", "Call Bob."), "/db-7")
    hits = knowledge.recall("call Bob", sources=["documents"]).hits
    assert [hit.title for hit in hits] == ["db-7"]
    assert counts(knowledge.reindex(dry_run=False)) == (1, 0, 0)
    hits = knowledge.recall("call Bob", sources=["documents"]).hits
    assert {hit.title for hit in hits} == {"db-7", "Guide"}


def test_a_scope_that_is_held_is_left_alone(
    knowledge: Knowledge, rows: KnowledgeStore, scope: Scope, clock: "SetClock"
) -> None:
    with (
        leased(rows, scope, purpose="erasing", clock=clock),
        pytest.raises(LeaseHeldError, match="held for erasing until 2026-11-30T12:05:00"),
    ):
        knowledge.reindex()
    assert counts(knowledge.reindex()) == (0, 0, 0)


def test_a_holder_that_died_lets_go(
    knowledge: Knowledge, rows: KnowledgeStore, scope: Scope, clock: "SetClock"
) -> None:
    holding = leased(rows, scope, purpose="erasing", clock=clock)
    holding.__enter__()
    clock.forward(301)
    assert counts(knowledge.reindex()) == (0, 0, 0)
