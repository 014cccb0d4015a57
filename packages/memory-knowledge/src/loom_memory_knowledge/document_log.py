"""The logs of a scope's documents: read and folded, or appended to; never rewritten."""

from collections.abc import Collection, Sequence

from loom_memory_knowledge.event import HEAD, Event, event_entry
from loom_memory_knowledge.fold import Document, fold
from loom_memory_knowledge.keys import document_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope


class DocumentLog:
    """One list for each document of a scope.

    Args:
        store: Holds them.
        scope: Whose documents.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope) -> None:
        self._store = store
        self._scope = scope

    def read(self, document: str) -> Document | None:
        """The whole document; ``None`` if it has no head. One that is gone says so.

        Raises:
            CorruptEntryError: The log holds something that is no event.
        """
        key = document_key(self._scope, document)
        return fold(document, self._store.read(key), key=key)

    def some(self, document: str, chunks: Collection[str]) -> Document | None:
        """The document's head with the named chunks alone, as far as they are there.

        On a store with ``get`` the cost does not depend on the document's size.

        Raises:
            CorruptEntryError: A row that was read is no event.
        """
        key = document_key(self._scope, document)
        return fold(document, self._store.get(key, {HEAD, *chunks}), key=key)

    def tail(
        self, document: str, *, limit: int, also: Collection[str] = ()
    ) -> tuple[Document | None, bool]:
        """The head with the chunks that the newest events are about; and whether that is a part.

        Args:
            document: Whose log.
            limit: How many events, at least 1.
            also: Chunks that are wanted however old they are.

        Each of those chunks is read whole, so one that is old and was edited lately is right.

        Raises:
            CorruptEntryError: A row that was read is no event.
        """
        key = document_key(self._scope, document)
        rows = self._store.read(key, limit=limit + 1)
        if len(rows) <= limit:
            return fold(document, rows, key=key), False
        return self.some(document, {*also, *(row.id for row in rows[1:])}), True

    def append(self, document: str, events: Sequence[tuple[str, Event]]) -> None:
        """Put events at the end of the log, all in one step.

        Args:
            document: Whose log.
            events: Each with the id of its chunk, or ``HEAD``.
        """
        rows = [event_entry(id_, event) for id_, event in events]
        self._store.append(document_key(self._scope, document), rows)

    def remove(self, document: str, chunks: Collection[str]) -> None:
        """Take all events of some chunks away: for what was erased, and nothing else."""
        if chunks:
            self._store.remove(document_key(self._scope, document), chunks)
