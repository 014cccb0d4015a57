"""Turns of sessions: filed as they are said, searchable at once, and queued for consolidation."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple
from uuid import uuid4

from loom_memory_core import InvalidEntryError, untainted
from loom_memory_runtime import Clock, moment, utc_now

from loom_memory_knowledge.chunk import Body, Chunk, SourceTurn
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import born
from loom_memory_knowledge.documents.names import Names
from loom_memory_knowledge.documents.path import Path, path_segment
from loom_memory_knowledge.event import HEAD, Event, Head, new_operation
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.planes import Planes
from loom_memory_knowledge.queue import Queue
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.tainting import tainted_as
from loom_memory_knowledge.units.context import BEFORE, Context
from loom_memory_knowledge.units.derive import derive_units
from loom_memory_knowledge.work import WorkLog, WorkNote
from loom_memory_knowledge.writing.authoring import Author
from loom_memory_knowledge.writing.checks import checked_text, checked_time
from loom_memory_knowledge.writing.turn import Turn

MAX_TURNS: Final = 10_000
"""More in one call are refused: add them in parts."""


class Ticket(NamedTuple):
    """What became of turns that were added."""

    item: str
    """Names the queue item."""

    session: str
    """The id of the session's document."""

    turns: tuple[str, ...]
    """The ids of the turns."""

    status: Literal["pending", "done"]
    """``pending``: facts will be drawn from them by consolidation. ``done``: recallable now."""


class Sessions:
    """Files turns into one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose memory.
        author: Writes the notes of what is not to be inferred from.
        clock: Gives the time of turns that have none.
    """

    def __init__(
        self, store: KnowledgeStore, scope: Scope, *, author: Author, clock: Clock = utc_now
    ) -> None:
        self._store = store
        self._scope = scope
        self._author = author
        self._clock = clock
        self._log = DocumentLog(store, scope)
        self._planes = Planes(store, scope, clock=clock)
        self._names = Names(store, scope)
        self._queue = Queue(store, scope, clock=clock)
        self._work = WorkLog(store, scope)

    def add(
        self,
        turns: Sequence[Turn],
        *,
        session: str,
        infer: bool = True,
        item: str | None = None,
    ) -> Ticket:
        """File turns at the end of a session: queue item; units; turns; name.

        Args:
            turns: What was said, in order.
            session: Names the session; the same name continues it.
            infer: Whether facts are to be drawn from them later. If not, they are filed as one
                note too, which is recallable when this returns.
            item: Names the call; the same one again writes nothing twice.

        Returns:
            ``pending`` where facts are still to be drawn: nothing but the turns themselves can
            be recalled until then.

        Raises:
            InvalidEntryError: There are no turns, or one says nothing; nothing was written.
        """
        said = _checked(turns, moment(self._clock))
        id_ = uuid4().hex if item is None else item
        document = session_document(session)
        place = self._place(session, said[0].at)
        mark = self._work.read(id_).end if infer else None
        if infer and mark is None:
            self._queue.put(id_, document, [turn_id(id_, at) for at in range(len(said))])
        chunks = self._file(document, said, item=id_, title=session)
        if not any(claim.document == document for claim in self._names.at(place).claims):
            self._names.take(place, document)
        if not infer:
            self._author.write_note(_note(chunks, session), id_)
        status: Literal["pending", "done"] = "pending" if infer and not _is_done(mark) else "done"
        return Ticket(id_, document, tuple(each.id for each in chunks), status)

    def _file(self, document: str, said: Sequence[Turn], *, item: str, title: str) -> list[Chunk]:
        found = self._log.read(document)
        standing = [] if found is None else found.live
        ids = [turn_id(item, at) for at in range(len(said))]
        if found is not None and ids[0] in found.chunks:
            return [found.chunks[each] for each in ids]
        first = 1 + max((each.body.ordinal for each in standing), default=-1)
        changes = [
            born(document, id_, _body(turn, first + at, title), clock=self._clock)
            for at, (id_, turn) in enumerate(zip(ids, said, strict=True))
        ]
        chunks = [each.after for each in changes if each.after is not None]
        self._add_units(standing, chunks)
        head = [] if found is not None else [(HEAD, self._birth(title))]
        self._log.append(document, [*head, *((each.id, each.event) for each in changes)])
        return chunks

    def _add_units(self, standing: Sequence[Chunk], chunks: Sequence[Chunk]) -> None:
        together = [*standing[-BEFORE:], *chunks]
        start = len(together) - len(chunks)
        units = [
            (chunk, unit)
            for at, chunk in enumerate(chunks, start)
            for unit in derive_units(chunk, Context.of_turn(together[max(at - BEFORE, 0) : at]))
        ]
        self._planes.add("traces", units)

    def _birth(self, title: str) -> Event:
        head = Head(title=title, kind="session")
        return Event(event="chunk", operation=new_operation(), at=moment(self._clock), head=head)

    def _place(self, session: str, at: datetime | None) -> Path:
        """The session's name; the day is that of the first turns that were filed."""
        document = session_document(session)
        standing = self._names.of(document)
        if standing:
            return standing[0]
        day = (at or moment(self._clock)).date().isoformat()
        return Path.of(["sessions", day, path_segment(session)])


def _is_done(mark: WorkNote | None) -> bool:
    return mark is not None and mark.end == "done"


def session_document(session: object) -> str:
    """The id of a session's document."""
    if not isinstance(session, str) or not session:
        raise InvalidEntryError(f"session is {session!r}", hint="name it, for example 's1'")
    return "session-" + hashlib.sha256(session.encode()).hexdigest()[:32]


def turn_id(item: str, at: int) -> str:
    """The id of the turn at a place of a queue item."""
    return hashlib.sha256(f"{item}\n{at}".encode()).hexdigest()[:32]


def _checked(turns: Sequence[Turn], now: datetime) -> list[Turn]:
    if not 0 < len(turns) <= MAX_TURNS:
        raise InvalidEntryError(
            f"there are {len(turns)} turns", hint=f"pass 1 to {MAX_TURNS} turns at a time"
        )
    return [
        Turn(
            each.role,
            checked_text(each.text, f"the text of turn {at}"),
            checked_time(each.at, f"the time of turn {at}") or now,
        )
        for at, each in enumerate(turns)
    ]


def _body(turn: Turn, ordinal: float, title: str) -> Body:
    return Body(
        kind="turn",
        title=title,
        text=turn.text,
        ordinal=ordinal,
        role=turn.role,
        observed_at=turn.at,
    )


def _note(turns: Sequence[Chunk], session: str) -> Body:
    """All turns as one note, with the taint of each around it."""
    lines = "\n".join(f"{each.body.role}: {untainted(each.body.text)}" for each in turns)
    return Body(
        kind="note",
        title=session,
        text=tainted_as(lines, [each.body.text for each in turns]),
        ordinal=0,
        writer="harvested",
        observed_at=turns[0].body.observed_at,
        sources=tuple(
            SourceTurn(document=each.document, chunk=each.id, quote=each.body.text)
            for each in turns
        ),
    )
