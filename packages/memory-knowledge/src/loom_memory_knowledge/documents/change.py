"""A change of one chunk: the event that says it, and the chunk before and after."""

from typing import NamedTuple

from loom_memory_runtime import Clock, moment

from loom_memory_knowledge.chunk import Body, Chunk, Close
from loom_memory_knowledge.event import Event, new_operation


class Change(NamedTuple):
    """What an operation does to one chunk."""

    id: str
    """The chunk's."""

    event: Event
    before: Chunk | None
    """``None`` for a birth."""

    after: Chunk | None
    """``None`` for an end."""


def born(document: str, id_: str, body: Body, *, clock: Clock) -> Change:
    """A new chunk."""
    at, operation = moment(clock), new_operation()
    event = Event(event="chunk", operation=operation, at=at, body=body)
    chunk = Chunk(id=id_, document=document, revision=operation, body=body, recorded_at=at)
    return Change(id_, event, None, chunk)


def edited(chunk: Chunk, body: Body, *, clock: Clock) -> Change:
    """Another body for a chunk, if its revision still stands when it is appended."""
    operation = new_operation()
    event = Event(
        event="edit", operation=operation, at=moment(clock), base=chunk.revision, body=body
    )
    after = chunk.model_copy(update={"body": body, "revision": operation})
    return Change(chunk.id, event, chunk, after)


def ended(chunk: Chunk, *, clock: Clock) -> Change:
    """A chunk's deletion."""
    event = Event(event="gone", operation=new_operation(), at=moment(clock))
    return Change(chunk.id, event, chunk, None)


def closed(chunk: Chunk, close: Close, *, clock: Clock) -> Change:
    """The end of a fact that is kept, if its revision still stands when this is appended."""
    operation = new_operation()
    event = Event(
        event="close",
        operation=operation,
        at=moment(clock),
        base=chunk.revision,
        close=close,
    )
    after = chunk.model_copy(update={"closed": close, "revision": operation})
    return Change(chunk.id, event, chunk, after)


def merged(chunk: Chunk, heir: str, *, clock: Clock) -> Change:
    """A chunk taken over by another, if its revision still stands when this is appended."""
    event = Event(
        event="merged",
        operation=new_operation(),
        at=moment(clock),
        base=chunk.revision,
        heir=heir,
    )
    return Change(chunk.id, event, chunk, None)
