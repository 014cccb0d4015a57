"""Closing a fact by its successor: the old one is kept, in the past."""

from datetime import datetime

from loom_memory_core import ConflictError
from loom_memory_runtime import Clock, moment

from loom_memory_knowledge.chunk import Chunk, Close
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import closed
from loom_memory_knowledge.documents.documents import RETRIES
from loom_memory_knowledge.documents.writer import DocumentWriter
from loom_memory_knowledge.errors import DocumentGoneError, InvalidSuccessorError
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.planes import Planes
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.writing.checks import checked_time


class Superseding:
    """Closes facts of one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        clock: Gives the time of each event.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock) -> None:
        self._clock = clock
        self._log = DocumentLog(store, scope)
        self._writer = DocumentWriter(store, scope, planes=Planes(store, scope, clock=clock))

    def supersede(self, old: Chunk, new: Chunk, *, at: datetime | None = None) -> Chunk:
        """Close a fact: unit in the past; close event; then out of what is current.

        The same call again changes nothing. A successor was recorded after what it closes, so
        two facts cannot close each other, and chains have an end.

        Args:
            old: What is true no longer.
            new: What is true instead; of any subject of the scope.
            at: Since when; unless given, since ``new`` is true, else since now.

        Returns:
            The closed fact.

        Raises:
            InvalidSuccessorError: ``new`` was recorded before ``old``, or is no living fact.
            ConflictError: Another fact has closed it already, or somebody edits it without end;
                nothing is left of this call.
            DocumentGoneError: ``old`` is not there any more.
        """
        ending = checked_time(at, "at") or new.body.valid_from or moment(self._clock)
        heir = self._read(new)
        for _ in range(RETRIES):
            standing = self._read(old)
            _check(standing, heir)
            if standing.closed is not None:
                return _same(standing, heir)
            close = Close(at=ending, heir=heir.id, ahead=ending > moment(self._clock))
            change = closed(standing, close, clock=self._clock)
            written = self._writer.write(standing.document, [change])
            if not written.lost:
                return written.document.chunks[standing.id]
        raise ConflictError(
            f"fact {old.id!r} is edited as fast as it is closed",
            hint="close it again when it is at rest",
        )

    def _read(self, fact: Chunk) -> Chunk:
        document = self._log.some(fact.document, [fact.id])
        if document is None or document.gone or fact.id not in document.chunks:
            raise _gone(fact)
        found = document.chunks[fact.id]
        if not found.live:
            raise _gone(fact)
        return found


def _check(old: Chunk, new: Chunk) -> None:
    if old.body.kind != "fact" or new.body.kind != "fact":
        kinds = f"{old.body.kind} by a {new.body.kind}"
        raise InvalidSuccessorError(
            f"a {kinds} cannot be superseded", hint="facts are superseded by facts"
        )
    if (new.recorded_at, new.id) <= (old.recorded_at, old.id):
        raise InvalidSuccessorError(
            f"fact {new.id!r}, recorded at {new.recorded_at.isoformat()}, is not younger than "
            f"{old.id!r}, recorded at {old.recorded_at.isoformat()}",
            hint="record what is true now as a new fact, and let that close the old one",
        )


def _same(fact: Chunk, heir: Chunk) -> Chunk:
    """The fact, if the heir it has is the one that is wanted."""
    if fact.closed is not None and fact.closed.heir == heir.id:
        return fact
    other = None if fact.closed is None else fact.closed.heir
    raise ConflictError(
        f"fact {fact.id!r} was closed by {other!r}, not by {heir.id!r}",
        hint="let the new fact close that one, if it is true no longer",
    )


def _gone(fact: Chunk) -> DocumentGoneError:
    return DocumentGoneError(
        f"fact {fact.id!r} is not there: it was deleted, or another took it over",
        hint="list the facts of its subject again",
    )
