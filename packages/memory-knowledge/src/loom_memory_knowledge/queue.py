"""The queue of a scope: turns that wait until facts are drawn from them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from loom_memory_core import CorruptEntryError, MemoryEntry
from loom_memory_runtime import Clock, moment
from pydantic import ValidationError

from loom_memory_knowledge.keys import queue_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.scope import Scope


class Queued(Part):
    """What a queue item says: which turns wait."""

    document: str
    """The id of the session's document."""

    turns: tuple[str, ...]
    """The ids of the turns, in order."""


class Waiting(NamedTuple):
    """One item of the queue."""

    item: str
    queued: Queued
    since: datetime | None


class Queue:
    """One list for a scope; whoever adds an item again under its id adds nothing.

    Args:
        store: Holds it.
        scope: Whose.
        clock: Stamps each item.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock) -> None:
        self._store = store
        self._key = queue_key(scope)
        self._clock = clock

    def put(self, item: str, document: str, turns: Sequence[str]) -> None:
        """Let turns wait, unless the item waits already."""
        if self._store.get(self._key, [item]):
            return
        queued = Queued(document=document, turns=tuple(turns))
        entry = MemoryEntry(
            content=None, id=item, timestamp=moment(self._clock), meta=queued.to_meta()
        )
        self._store.append(self._key, [entry])

    def items(self) -> list[Waiting]:
        """All that waits, oldest first; of one id, the first.

        Raises:
            CorruptEntryError: An entry is no queue item.
        """
        found: dict[str, Waiting] = {}
        for at, row in enumerate(self._store.read(self._key)):
            found.setdefault(row.id, Waiting(row.id, self._queued(row, at), row.timestamp))
        return list(found.values())

    def remove(self, items: Collection[str]) -> int:
        """Take items away; how many rows went."""
        return self._store.remove(self._key, items) if items else 0

    def _queued(self, row: MemoryEntry, at: int) -> Queued:
        try:
            return Queued.model_validate(row.meta)
        except ValidationError:
            raise CorruptEntryError(self._key, at, reason="it is no queue item") from None
