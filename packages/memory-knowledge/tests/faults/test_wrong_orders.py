"""Orders that are wrong on purpose: these tests would be worth nothing if they passed them."""

from collections.abc import Sequence

import pytest
from loom_memory_core import InMemoryStore, MemoryStore
from loom_memory_knowledge import Body, Chunk, Head, Knowledge
from loom_memory_knowledge.documents.change import Change
from loom_memory_knowledge.documents.writer import DocumentWriter, Written
from loom_memory_knowledge.event import HEAD, Event
from loom_memory_knowledge.units.reindexing import Reindexing
from loom_memory_runtime import utc_now
from store_faults import count_calls, interleaved, killed_at, unfindable

SCOPE = "user/ada"


class TruthFirst(DocumentWriter):
    """Appends the truth before the units that it needs."""

    def write(
        self,
        document: str,
        changes: Sequence[Change],
        *,
        head: Event | None = None,
        among: Sequence[Chunk] = (),
    ) -> Written:
        events = [(each.id, each.event) for each in changes]
        self._log.append(document, events if head is None else [(HEAD, head), *events])
        for plane, rows in self._rows((each.after for each in changes), among).items():
            self._planes.add(plane, rows)
        found = self._log.some(document, [each.id for each in changes])
        assert found is not None
        self._settle(changes, [], added={}, among=among)
        return Written(found, [])


class OldUnitsFirst(DocumentWriter):
    """Takes the old units away before the truth says that they are old."""

    def write(
        self,
        document: str,
        changes: Sequence[Change],
        *,
        head: Event | None = None,
        among: Sequence[Chunk] = (),
    ) -> Written:
        self._take_away(self._rows((each.before for each in changes), among))
        return super().write(document, changes, head=head, among=among)


def edit(knowledge: Knowledge) -> object:
    document = knowledge.tree.resolve("/guide")
    (chunk,) = knowledge.documents.chunks(document)
    body = chunk.body.model_copy(update={"text": "new"})
    return knowledge.documents.edit(document, chunk.id, body, revision=chunk.revision)


def prepared() -> MemoryStore:
    store = InMemoryStore()
    body = Body(kind="section", title="Guide", text="old", ordinal=0)
    Knowledge(store, SCOPE).documents.create(Head(title="Guide"), [body], path="/guide")
    return store


@pytest.mark.parametrize("order", [TruthFirst, OldUnitsFirst])
def test_a_wrong_order_of_writing_is_caught(
    monkeypatch: pytest.MonkeyPatch, order: type[DocumentWriter]
) -> None:
    calls = count_calls(prepared, edit)
    monkeypatch.setattr("loom_memory_knowledge.documents.documents.DocumentWriter", order)
    lost = []
    for call in range(calls):
        store = prepared()
        killed_at(store, call, edit)
        lost += unfindable(store)
    assert lost


def test_a_reindex_without_grace_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Reindexing.__init__, "__kwdefaults__", {"clock": utc_now, "grace_seconds": -1.0}
    )

    def reindex(knowledge: Knowledge) -> object:
        return knowledge.reindex(dry_run=False)

    lost = []
    for store, _one, _other in interleaved(prepared, edit, reindex):
        lost += unfindable(store)
    assert lost
