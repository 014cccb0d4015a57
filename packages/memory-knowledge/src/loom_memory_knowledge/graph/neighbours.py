"""What lies around one subject: its facts, and the facts elsewhere that point at it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.keys import back_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.request import is_valid
from loom_memory_knowledge.scope import Scope

TAIL: Final = 200
"""Of a longer document, and of a longer list of links, so many of the newest rows are read."""


class Around(NamedTuple):
    """One subject with its facts."""

    document: Document
    own: list[Chunk]
    pointing: list[tuple[Document, Chunk]]
    """Facts of other subjects that point at it, each with the head of its document."""

    cut: bool
    """Whether only the tail of something was read."""


class Neighbours:
    """Reads subjects of one scope; what it costs does not depend on the scope's size.

    Args:
        store: Any store that can hold knowledge; with ``get``, a hub costs its tail.
        scope: Whose.
        at: The moment whose facts are wanted.
        withheld: Ids of facts that are neither walked nor told.
    """

    def __init__(
        self, store: KnowledgeStore, scope: Scope, *, at: datetime, withheld: Collection[str]
    ) -> None:
        self._store = store
        self._scope = scope
        self._at = at
        self._withheld = frozenset(withheld)
        self._log = DocumentLog(store, scope)
        self._read: dict[str, Around | None] = {}

    def around(self, document: str, *, also: Collection[str] = ()) -> Around | None:
        """A subject's neighbourhood; ``None`` if it is not there. It is read once.

        Args:
            document: The subject's.
            also: Facts of it that are wanted even if they are not among the newest.
        """
        if document not in self._read:
            self._read[document] = self._around(document, also)
        return self._read[document]

    def _around(self, document: str, also: Collection[str]) -> Around | None:
        found, cut = self._log.tail(document, limit=TAIL, also=also)
        if found is None or found.gone:
            return None
        own = [chunk for chunk in found.live if self._is_wanted(chunk)]
        links = self._store.read(back_key(self._scope, document), limit=TAIL + 1)
        pointing = self._pointing(document, [(row.id, row.meta) for row in links[-TAIL:]])
        return Around(found, own, pointing, cut or len(links) > TAIL)

    def _pointing(
        self, document: str, links: Sequence[tuple[str, object]]
    ) -> list[tuple[Document, Chunk]]:
        """Each link verified: the fact is there, and points at the document still."""
        by_document: dict[str, list[str]] = {}
        for id_, meta in links:
            source = meta.get("from") if isinstance(meta, dict) else None
            if isinstance(source, str) and source != document:
                by_document.setdefault(source, []).append(id_)
        found = []
        for source, ids in by_document.items():
            whole = self._some(source, ids)
            if whole is not None and not whole.gone:
                facts = (whole.chunks[id_] for id_ in dict.fromkeys(ids) if id_ in whole.chunks)
                found += [
                    (whole, fact)
                    for fact in facts
                    if self._is_wanted(fact)
                    and any(edge.document == document for edge in fact.body.edges)
                ]
        return found

    def _some(self, document: str, chunks: Sequence[str]) -> Document | None:
        """Some facts of a document, from what was read of it already where that is enough."""
        read = self._read.get(document)
        if read is not None and all(each in read.document.chunks for each in chunks):
            return read.document
        return self._log.some(document, chunks)

    def _is_wanted(self, chunk: Chunk) -> bool:
        return (
            chunk.body.kind == "fact"
            and chunk.live
            and chunk.id not in self._withheld
            and is_valid(chunk, self._at)
        )
