"""The documents of a scope: created, read, edited, deleted."""

from collections.abc import Sequence
from uuid import uuid4

from loom_memory_core import ConflictError
from loom_memory_runtime import Clock, moment, utc_now

from loom_memory_knowledge.chunk import Body, Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import Change, born, edited
from loom_memory_knowledge.documents.names import Names
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.documents.writer import DocumentWriter
from loom_memory_knowledge.errors import DocumentGoneError, InvalidPathError, PathTakenError
from loom_memory_knowledge.event import HEAD, Event, Head, new_operation
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.keys import back_key, document_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_knowledge.planes import Planes
from loom_memory_knowledge.scope import Scope

RETRIES = 8
"""How often a retitling writes again the chunks that somebody edited meanwhile."""


class Documents:
    """Every document of a scope: a log under its id, and units by which it is found.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose documents.
        clock: Gives the time of each event.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._scope = scope
        self._clock = clock
        self._log = DocumentLog(store, scope)
        self._names = Names(store, scope)
        self._writer = DocumentWriter(store, scope, planes=Planes(store, scope, clock=clock))

    def create(
        self,
        head: Head,
        bodies: Sequence[Body],
        *,
        path: str | Path | None = None,
        document: str | None = None,
    ) -> Document:
        """A new document: its units, its log, then its name.

        Args:
            head: Its title and its kind.
            bodies: What its chunks say, in order.
            path: Its name; without one it is known by its id alone.
            document: Its id; a random one unless given.

        Raises:
            InvalidPathError: The path breaks a rule; nothing was written.
            PathTakenError: Another document has the name; nothing is left of this one.
        """
        named = _named(path)
        id_ = uuid4().hex if document is None else document
        changes = [born(id_, uuid4().hex, body, clock=self._clock) for body in bodies]
        birth = self._head_event("chunk", head)
        chunks = [each.after for each in changes if each.after is not None]
        written = self._writer.write(id_, changes, head=birth, among=chunks)
        if named is not None:
            self._name(named, written.document, birth=birth)
        return written.document

    def read(self, document: str) -> Document:
        """A whole document.

        Raises:
            DocumentGoneError: There is none of that id, or it was deleted.
        """
        found = self._log.read(document)
        if found is None or found.gone:
            raise _gone(document, deleted=found is not None)
        return found

    def chunks(self, document: str) -> list[Chunk]:
        """The chunks of a document that are there to be found, in order."""
        return self.read(document).live

    def edit(self, document: str, chunk: str, body: Body, *, revision: str) -> Chunk:
        """Another body for a chunk.

        Args:
            document: The document's id.
            chunk: The chunk's id.
            body: All that it is to say.
            revision: The one that the caller read.

        Returns:
            The chunk with its new revision.

        Raises:
            DocumentGoneError: There is no such chunk, or it was deleted.
            ConflictError: Somebody edited it since; nothing is left of this edit.
        """
        found = self._known(document, [chunk])
        before = found.chunks.get(chunk)
        if before is None or not before.live:
            raise DocumentGoneError(
                f"document {document!r} has no chunk {chunk!r}",
                hint="read the document's chunks again",
            )
        if before.revision != revision:
            raise _stale(before, revision)
        change = edited(before, body, clock=self._clock)
        among = self._turns(document, change) if body.kind == "turn" else ()
        written = self._writer.write(document, [change], among=among)
        after = written.document.chunks[chunk]
        if written.lost:
            raise _stale(after, revision)
        return after

    def apply(self, document: str, changes: Sequence[Change]) -> Document:
        """Carry out changes of some chunks.

        Returns:
            The head and those chunks, as they were read back.

        Raises:
            DocumentGoneError: There is no such document.
        """
        whole = self.read(document) if _has_turns(changes) else self._known(document, [])
        among = _turns_after(whole, changes)
        return self._writer.write(document, changes, among=among).document

    def retitle(self, document: str, title: str) -> Document:
        """Another title: a write for the head and one for each chunk.

        A chunk that somebody edits meanwhile is written again, with the title and their text.

        Raises:
            DocumentGoneError: There is no such document.
            ConflictError: Somebody retitled it at the same time, or edits it without end.
        """
        found = self.read(document)
        retitled = found.head.model_copy(update={"title": title})
        head: Event | None = self._head_event("edit", retitled, base=found.revision)
        for _ in range(RETRIES):
            changes = self._titled(found, title)
            written = self._writer.write(document, changes, head=head, among=_turns(found))
            if head is not None and head.operation not in written.document.counted:
                raise ConflictError(
                    f"document {document!r} was retitled {written.document.head.title!r} meanwhile",
                    hint="read it again, and decide which title it is to have",
                )
            head, found = None, self.read(document)
            if not self._titled(found, title):
                return found
        raise ConflictError(
            f"document {document!r} is edited as fast as it is retitled",
            hint="retitle it again when it is at rest",
        )

    def delete(self, document: str) -> int:
        """Delete a document: tombstone, units, back links, names, and its rows last.

        Returns:
            How many chunks it had.

        Raises:
            DocumentGoneError: There is none of that id.
            LeaseHeldError: Another holds the scope; nothing was deleted.
        """
        found = self._log.read(document)
        if found is None:
            raise _gone(document, deleted=False)
        with leased(self._store, self._scope, purpose="deleting", clock=self._clock):
            self.forget(document)
        return len(found.live)

    def forget(self, document: str) -> None:
        """Delete a document whose scope the caller holds; one that is not there is no error."""
        if self._log.read(document) is None:
            return
        self._log.append(document, [(HEAD, self._head_event("gone", None))])
        # Whoever writes after the tombstone sees it and cleans up; so what is there now is all.
        found = self._log.read(document)
        if found is not None:
            self._forget(found)

    def _forget(self, document: Document) -> None:
        """Take away all rows of a document that has its tombstone."""
        chunks = list(document.chunks.values())
        self._writer.take_away(chunks, among=_turns(document))
        for chunk in chunks:
            for edge in chunk.body.edges:
                self._store.remove(back_key(self._scope, edge.document), [chunk.id])
        for path in self._names.of(document.id):
            self._names.drop(path, document.id)
        self._remove_all(back_key(self._scope, document.id))
        self._remove_all(document_key(self._scope, document.id))

    def _remove_all(self, key: str) -> None:
        ids = {row.id for row in self._store.read(key)}
        if ids:
            self._store.remove(key, ids)

    def _name(self, path: Path, document: Document, *, birth: Event) -> None:
        """Give a new document its name, or leave nothing of it."""
        try:
            self._names.take(path, document.id)
        except PathTakenError:
            self._writer.take_away(list(document.chunks.values()), among=_turns(document))
            ids = {HEAD, *document.chunks}
            if birth.operation == document.revision:
                self._store.remove(document_key(self._scope, document.id), ids)
            raise

    def _known(self, document: str, chunks: Sequence[str]) -> Document:
        found = self._log.some(document, chunks)
        if found is None or found.gone:
            raise _gone(document, deleted=found is not None)
        return found

    def _titled(self, document: Document, title: str) -> list[Change]:
        return [
            edited(each, each.body.model_copy(update={"title": title}), clock=self._clock)
            for each in document.live
            if each.title != title
        ]

    def _turns(self, document: str, change: Change) -> list[Chunk]:
        return _turns_after(self.read(document), [change])

    def _head_event(self, kind: str, head: Head | None, *, base: str | None = None) -> Event:
        return Event.model_validate(
            {
                "event": kind,
                "operation": new_operation(),
                "at": moment(self._clock),
                "base": base,
                "head": head,
            }
        )


def _named(path: str | Path | None) -> Path | None:
    named = Path.parse(path) if isinstance(path, str) else path
    if named is not None and not named.segments:
        raise InvalidPathError("the root is no document's name", hint="add a segment: '/notes'")
    return named


def _has_turns(changes: Sequence[Change]) -> bool:
    return any(each.after is not None and each.after.body.kind == "turn" for each in changes)


def _turns(document: Document) -> list[Chunk]:
    return [each for each in document.live if each.body.kind == "turn"]


def _turns_after(document: Document, changes: Sequence[Change]) -> list[Chunk]:
    """The turns in order as they will be when the changes have counted."""
    by_id = {each.id: each for each in _turns(document)}
    for change in changes:
        if change.after is not None and change.after.body.kind == "turn":
            by_id[change.id] = change.after
    return sorted(by_id.values(), key=lambda each: each.body.ordinal)


def _gone(document: str, *, deleted: bool) -> DocumentGoneError:
    return DocumentGoneError(
        f"document {document!r} {'was deleted' if deleted else 'is not there'}",
        hint="`ls` shows the documents that have a name",
    )


def _stale(chunk: Chunk, revision: str) -> ConflictError:
    return ConflictError(
        f"chunk {chunk.id!r} is at revision {chunk.revision!r}, not at {revision!r}",
        hint="read it again, make the change again, and pass the new revision",
    )
