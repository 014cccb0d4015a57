"""Facts about subjects, and notes: searchable when the call returns."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import uuid4

from loom_memory_core import MemoryEntry
from loom_memory_runtime import Clock, moment, utc_now
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Body, Chunk, Edge, FactClass
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import born
from loom_memory_knowledge.documents.names import Names
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.errors import DocumentGoneError
from loom_memory_knowledge.event import HEAD, Event, Head, new_operation
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.keys import back_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.planes import Planes, plane_of
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Known, Subjects
from loom_memory_knowledge.subjects.subject_key import Subject
from loom_memory_knowledge.units.derive import derive_units
from loom_memory_knowledge.writing.checks import checked_text, checked_time

NOTES: Final = "notes"
"""The id of the document that holds a scope's notes."""


class Times(NamedTuple):
    """When something was said, and when it is true."""

    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None


NO_TIMES: Final = Times()


class Author:
    """Writes what a caller authors into one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose memory.
        subjects: The registry of the scope.
        clock: Gives the time of each event.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        subjects: Subjects,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._scope = scope
        self._subjects = subjects
        self._clock = clock
        self._log = DocumentLog(store, scope)
        self._planes = Planes(store, scope, clock=clock)
        self._names = Names(store, scope)

    def fact(
        self,
        text: JsonValue,
        about: str | Subject,
        *,
        fact_class: FactClass = "fact",
        also_about: Sequence[str | Subject] = (),
        times: Times = NO_TIMES,
        operation: str | None = None,
    ) -> Chunk:
        """Write a fact about a subject: filing, name, head; units; back links; then the fact.

        Args:
            text: One sentence that stands by itself.
            about: The subject, whose document holds the fact.
            fact_class: What kind of fact.
            also_about: Other subjects that it points at.
            times: When it was said, and when it is true.
            operation: Names the call; the same one again writes nothing and gives the same fact.

        Raises:
            InvalidEntryError: The text is none, or a time has no zone; nothing was written.
            InvalidSubjectError: A subject's type is unknown, or on file as another.
        """
        said, checked = checked_text(text), _checked(times)
        wanted = [self._subjects.parse(each) for each in (about, *also_about)]
        subject, *others = [self._subjects.file(each) for each in wanted]
        body = Body(
            kind="fact",
            title=subject.subject.name,
            text=said,
            ordinal=0,
            fact_class=fact_class,
            edges=tuple(edge_to(each) for each in others),
            **checked._asdict(),
        )
        return self.write_fact(subject, body, operation)[0]

    def write_fact(self, subject: Known, body: Body, operation: str | None) -> tuple[Chunk, bool]:
        """Write a fact whose body is made; and whether it is new."""
        return self._write(subject.document, body, operation)

    def note(
        self, text: JsonValue, *, times: Times = NO_TIMES, operation: str | None = None
    ) -> Chunk:
        """Write a note that is about nobody in particular.

        Args:
            text: Any text.
            times: When it was said.
            operation: Names the call; the same one again writes nothing.

        Raises:
            InvalidEntryError: The text is none; nothing was written.
        """
        body = Body(
            kind="note",
            title="",
            text=checked_text(text),
            ordinal=0,
            **_checked(times)._asdict(),
        )
        return self.write_note(body, operation)[0]

    def write_note(self, body: Body, operation: str | None) -> tuple[Chunk, bool]:
        """Write a note whose body is made; and whether it is new."""
        self._notes()
        return self._write(NOTES, body, operation)

    def _write(self, document: str, body: Body, operation: str | None) -> tuple[Chunk, bool]:
        id_ = uuid4().hex if operation is None else chunk_id(document, operation)
        found = None if operation is None else self._log.some(document, [id_])
        if found is not None and id_ in found.chunks:
            return found.chunks[id_], False
        change = born(document, id_, body, clock=self._clock)
        mine = Chunk(
            id=id_,
            document=document,
            revision=change.event.operation,
            body=body,
            recorded_at=change.event.at,
        )
        self._planes.add(plane_of(mine), [(mine, unit) for unit in derive_units(mine)])
        self._link(document, id_, body)
        self._log.append(document, [(id_, change.event)])
        return self._settled(mine, self._log.some(document, [id_]))

    def _settled(self, mine: Chunk, document: Document | None) -> tuple[Chunk, bool]:
        """The chunk as the log has it; of two that write one operation, the second cleans up."""
        if document is None or document.gone:
            self._take_away(mine)
            for edge in mine.body.edges:
                self._store.remove(back_key(self._scope, edge.document), [mine.id])
            self._log.remove(mine.document, [mine.id])
            raise DocumentGoneError(
                f"chunk {mine.id!r} was erased while it was being written",
                hint="write it again if it is still wanted",
            )
        lost = mine.revision not in document.counted
        if lost:
            self._take_away(mine)
        return document.chunks[mine.id], not lost

    def _take_away(self, chunk: Chunk) -> None:
        self._planes.remove(plane_of(chunk), {unit.id for unit in derive_units(chunk)})

    def _link(self, document: str, chunk: str, body: Body) -> None:
        """Let the subjects that are pointed at know of it, before it points at them."""
        for edge in body.edges:
            link = MemoryEntry(content=None, id=chunk, meta={"from": document})
            self._store.append(back_key(self._scope, edge.document), [link])

    def _notes(self) -> None:
        if self._log.some(NOTES, []) is None:
            path = Path.parse("/notes")
            if not any(claim.document == NOTES for claim in self._names.at(path).claims):
                self._names.take(path, NOTES)
            head = Head(title="Notes", kind="notes")
            now = moment(self._clock)
            birth = Event(event="chunk", operation=new_operation(), at=now, head=head)
            self._log.append(NOTES, [(HEAD, birth)])


def chunk_id(document: str, operation: str) -> str:
    """The id of the chunk that a named operation writes into a document."""
    return hashlib.sha256(f"{document}\n{operation}".encode()).hexdigest()[:32]


def edge_to(known: Known) -> Edge:
    """A relation to a subject that is on file."""
    return Edge(document=known.document, name=known.subject.key)


def _checked(times: Times) -> Times:
    named = zip(Times._fields, times, strict=True)
    return Times(*(checked_time(each, name) for name, each in named))
