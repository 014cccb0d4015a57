"""The events of a document's log: entries whose ``content`` is null, so that no index sees them."""

from datetime import datetime
from typing import Final, Literal
from uuid import uuid4

from loom_memory_core import CorruptEntryError, MemoryEntry
from pydantic import ValidationError

from loom_memory_knowledge.chunk import Body, Close
from loom_memory_knowledge.part import Part

HEAD: Final = "head"
"""The id of the events about the document itself."""

DocumentKind = Literal["document", "subject", "session", "notes"]


class Head(Part):
    """All that an edit of the document's head replaces."""

    title: str
    kind: DocumentKind = "document"
    subject: str | None = None
    """The natural key, for a subject."""


class Event(Part):
    """One event about a chunk, or, under the id ``head``, about the document."""

    event: Literal["chunk", "edit", "close", "merged", "gone"]
    """Born (``chunk``, for a head too), changed, ended, taken over, or deleted."""

    operation: str
    """Names what was done; the same one twice counts once."""

    at: datetime
    """When it was appended, by the writer's clock."""

    base: str | None = None
    """The revision that it was made from; an edit, a close or a merge of another does not count."""

    body: Body | None = None
    head: Head | None = None
    close: Close | None = None
    heir: str | None = None
    """The chunk that took this one over, for ``merged``."""


def new_operation() -> str:
    """A name that no other operation has."""
    return uuid4().hex


def event_entry(id_: str, event: Event) -> MemoryEntry:
    """The entry that keeps an event.

    Args:
        id_: The chunk's id, or ``HEAD``.
        event: What happened.
    """
    return MemoryEntry(content=None, id=id_, timestamp=event.at, meta=event.to_meta())


def event_of(entry: MemoryEntry, *, key: str, at: int) -> Event:
    """The event that an entry keeps.

    Args:
        entry: What the log holds.
        key: The key of the log, for the error.
        at: The place of the entry in it, for the error.

    Raises:
        CorruptEntryError: The entry is no event.
    """
    try:
        return Event.model_validate(entry.meta)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise CorruptEntryError(
            key, at, reason=f"it is no event of a document: {place} {first['msg']}"
        ) from None
