"""A document as its log tells it: the events folded in append order.

An edit counts only if it was made from the revision that stands, so of two writers the first
in the log wins, and both see it when they read back. A second birth, a second end and a second
heir do not count, nor does an operation that is there already.
"""

from collections.abc import Iterable
from typing import NamedTuple

from loom_memory_core import MemoryEntry

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.event import HEAD, Event, Head, event_of


class Document(NamedTuple):
    """One document, or as much of it as the rows that were read tell."""

    id: str
    head: Head
    revision: str
    """The operation on the head that counted last."""

    gone: bool
    chunks: dict[str, Chunk]
    """By id, in the order of their ordinals; those that are merged or gone, too."""

    counted: frozenset[str]
    """The operations that counted; whoever reads back looks for their own."""

    @property
    def live(self) -> list[Chunk]:
        """The chunks that are there to be found."""
        return [chunk for chunk in self.chunks.values() if chunk.live]


def fold(document: str, rows: Iterable[MemoryEntry], *, key: str) -> Document | None:
    """What the rows of a log tell of its document.

    Args:
        document: The document's id.
        rows: The log in append order; or only its head and some of its chunks, each with all
            its events.
        key: The key of the log, for errors.

    Returns:
        ``None`` if the rows hold no head: no such document was ever there, or its writer died
        before the truth was written.

    Raises:
        CorruptEntryError: A row is no event.
    """
    folding = _Folding(document)
    for at, row in enumerate(rows):
        folding.take(row.id, event_of(row, key=key, at=at))
    return folding.document()


class _Folding:
    def __init__(self, document: str) -> None:
        self._id = document
        self._head: Head | None = None
        self._revision = ""
        self._gone = False
        self._chunks: dict[str, Chunk] = {}
        self._seen: set[tuple[str, str]] = set()
        self._counted: set[str] = set()

    def take(self, id_: str, event: Event) -> None:
        if (id_, event.operation) in self._seen:
            return
        self._seen.add((id_, event.operation))
        if self._take_head(event) if id_ == HEAD else self._take_chunk(id_, event):
            self._counted.add(event.operation)

    def _take_head(self, event: Event) -> bool:
        if self._gone:
            return False
        if event.event == "gone":
            self._gone = True
            return True
        born = event.event == "chunk" and self._head is None
        changed = event.event == "edit" and event.base == self._revision
        if event.head is None or not (born or changed):
            return False
        self._head, self._revision = event.head, event.operation
        return True

    def _take_chunk(self, id_: str, event: Event) -> bool:
        before = self._chunks.get(id_)
        after = self._born(id_, event) if before is None else _after(before, event)
        if after is None:
            return False
        self._chunks[id_] = after
        return True

    def _born(self, id_: str, event: Event) -> Chunk | None:
        if event.event != "chunk" or event.body is None:
            return None
        return Chunk(
            id=id_,
            document=self._id,
            revision=event.operation,
            body=event.body,
            recorded_at=event.at,
        )

    def document(self) -> Document | None:
        if self._head is None:
            return None
        ordered = sorted(self._chunks.values(), key=lambda chunk: chunk.body.ordinal)
        return Document(
            self._id,
            self._head,
            self._revision,
            self._gone,
            {chunk.id: chunk for chunk in ordered},
            frozenset(self._counted),
        )


def _after(chunk: Chunk, event: Event) -> Chunk | None:
    """The chunk after an event about it; ``None`` if the event does not count."""
    if not chunk.live:
        return None
    current = event.base == chunk.revision
    match event.event:
        case "edit" if current and event.body is not None:
            return _changed(chunk, event, body=event.body)
        case "close" if current and event.close is not None and chunk.closed is None:
            return _changed(chunk, event, closed=event.close)
        case "merged" if current and event.heir is not None:
            return _changed(chunk, event, merged_into=event.heir)
        case "gone":
            return _changed(chunk, event, gone=True)
    return None


def _changed(chunk: Chunk, event: Event, **update: object) -> Chunk:
    return chunk.model_copy(update={"revision": event.operation, **update})
