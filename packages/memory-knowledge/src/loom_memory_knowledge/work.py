"""What consolidation has done of a queue item: its extraction, its failures, its done mark."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal, NamedTuple

from loom_memory_core import CorruptEntryError, MemoryEntry
from pydantic import ValidationError

from loom_memory_knowledge.consolidation.extracted import Extracted
from loom_memory_knowledge.keys import work_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.scope import Scope

End = Literal["done", "skipped"]
"""Whether the facts of an item have landed, or nobody could read what was extracted."""


class WorkNote(Part):
    """One entry of a work list."""

    work: Literal["extraction", "unreadable", "end"]
    at: datetime
    extractor: str
    """Who read the turns, as it calls itself."""

    facts: tuple[Extracted, ...] = ()
    refused: tuple[str, ...] = ()
    """Why parts of a reply are no facts, for an extraction."""

    reply: str | None = None
    """How a reply that nobody can read begins."""

    end: End | None = None


class Work(NamedTuple):
    """All that is on file about one item."""

    extraction: WorkNote | None
    """The first one: it is the one that counts, whoever wrote it."""

    unreadable: tuple[WorkNote, ...]
    end: WorkNote | None
    spent: frozenset[str]
    """The ids of the entries that the done mark makes needless."""


class WorkLog:
    """The work lists of a scope, one for each queue item.

    Args:
        store: Holds them.
        scope: Whose.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope

    def read(self, item: str) -> Work:
        """What was done of an item.

        Raises:
            CorruptEntryError: An entry is no note of work.
        """
        key = work_key(self._scope, item)
        rows = self._store.read(key)
        notes = [(row.id, _note(row, key, at)) for at, row in enumerate(rows)]
        extractions = [note for _, note in notes if note.work == "extraction"]
        ends = [note for _, note in notes if note.work == "end"]
        return Work(
            extractions[0] if extractions else None,
            tuple(note for _, note in notes if note.work == "unreadable"),
            ends[0] if ends else None,
            frozenset(id_ for id_, note in notes if note.work != "end"),
        )

    def append(self, item: str, note: WorkNote) -> None:
        """Put a note at the end of an item's list."""
        entry = MemoryEntry(content=None, timestamp=note.at, meta=note.to_meta())
        self._store.append(work_key(self._scope, item), [entry])

    def remove(self, item: str, ids: Collection[str]) -> None:
        """Take notes away that are needed no longer."""
        if ids:
            self._store.remove(work_key(self._scope, item), ids)

    def items(self) -> list[str]:
        """The items that have a list, sorted."""
        prefix = work_key(self._scope, "")
        return [key.removeprefix(prefix) for key in self._store.keys(prefix)]


def _note(row: MemoryEntry, key: str, at: int) -> WorkNote:
    try:
        return WorkNote.model_validate(row.meta)
    except ValidationError:
        raise CorruptEntryError(key, at, reason="it is no note of consolidation") from None
