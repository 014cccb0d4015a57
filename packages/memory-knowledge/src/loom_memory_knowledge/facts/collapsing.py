"""Merging two facts into one that says all that both said; or nothing is written."""

from typing import NamedTuple, TypeVar

from loom_memory_core import ConflictError, MemoryEntry, untainted
from loom_memory_runtime import Clock
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Body, Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import edited, merged
from loom_memory_knowledge.documents.writer import DocumentWriter
from loom_memory_knowledge.errors import DocumentGoneError, LossyMergeError
from loom_memory_knowledge.facts.content import Loss, lost_from
from loom_memory_knowledge.keys import back_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.planes import Planes
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.tainting import tainted_as

AnyPart = TypeVar("AnyPart")


class Collapsed(NamedTuple):
    """What became of a merge."""

    dry_run: bool
    kept: Chunk
    """The fact that says all now, or would."""

    absorbed: str
    """The id of the one that it took over."""


class Collapsing:
    """Merges facts of one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        clock: Gives the time of each event.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock) -> None:
        self._store = store
        self._scope = scope
        self._clock = clock
        self._log = DocumentLog(store, scope)
        self._writer = DocumentWriter(store, scope, planes=Planes(store, scope, clock=clock))

    def collapse(
        self, kept: Chunk, absorbed: Chunk, *, text: JsonValue = None, dry_run: bool = True
    ) -> Collapsed:
        """Let one fact take over another of the same subject.

        The new unit and links of the first; its edit, with sources and edges of both; read
        back; its old unit off; the second one's end, if it still is what was absorbed; its
        units and links off. Whoever dies on the way leaves both facts, or the one that says all.

        Args:
            kept: The fact that stays.
            absorbed: The fact that goes into it.
            text: What it says then; unless given, that of the two which says all.
            dry_run: Whether only to tell what it would say.

        Raises:
            LossyMergeError: The text would not say all that both say, or they differ in class,
                in time or in subject; nothing was written.
            ConflictError: Somebody edited one of them meanwhile. No fact is lost: if only the
                second was edited, both stand, and the first says what both said before.
            DocumentGoneError: One of them is not there.
        """
        document = self._log.some(kept.document, [kept.id, absorbed.id])
        chunks = {} if document is None or document.gone else document.chunks
        first, second = _living(chunks, kept), _living(chunks, absorbed)
        body = merged_body(first, second, text)
        if dry_run:
            return Collapsed(dry_run, first.model_copy(update={"body": body}), second.id)
        self._link(first, body)
        change = edited(first, body, clock=self._clock)
        written = self._writer.write(first.document, [change])
        if written.lost:
            raise _edited(first)
        end = merged(second, first.id, clock=self._clock)
        if self._writer.write(first.document, [end]).lost:
            raise _edited(second)
        for edge in second.body.edges:
            self._store.remove(back_key(self._scope, edge.document), [second.id])
        return Collapsed(dry_run, written.document.chunks[first.id], second.id)

    def _link(self, chunk: Chunk, body: Body) -> None:
        """Let the subjects that the fact is to point at know, before it points at them."""
        for edge in body.edges:
            if edge not in chunk.body.edges:
                link = MemoryEntry(content=None, id=chunk.id, meta={"from": chunk.document})
                self._store.append(back_key(self._scope, edge.document), [link])


def merged_body(first: Chunk, second: Chunk, text: JsonValue = None) -> Body:
    """The body of one fact that says all that two said.

    Raises:
        LossyMergeError: There is none: ``text`` loses something, or no text of the two holds
            the other, or they differ in what cannot be merged.
    """
    _check_alike(first, second)
    said = _text(first, second) if text is None else str(untainted(text))
    _check_loss(first, second, said)
    ones, others = first.body, second.body
    earliest = min(filter(None, (ones.observed_at, others.observed_at)), default=None)
    return ones.model_copy(
        update={
            "text": tainted_as(said, [text, ones.text, others.text]),
            "sources": _united(ones.sources, others.sources),
            "edges": _united(ones.edges, others.edges),
            "absorbed": _united(ones.absorbed, (*others.absorbed, (second.id, second.revision))),
            "observed_at": earliest,
        }
    )


def _united(ones: tuple[AnyPart, ...], others: tuple[AnyPart, ...]) -> tuple[AnyPart, ...]:
    return (*ones, *(each for each in others if each not in ones))


def _text(first: Chunk, second: Chunk) -> str:
    """Whichever of the two texts says all that the other says; else the first."""
    one, other = (str(untainted(each.body.text)) for each in (first, second))
    return other if lost_from(other, one).any and not lost_from(one, other).any else one


def _check_alike(first: Chunk, second: Chunk) -> None:
    if first.id == second.id:
        raise LossyMergeError(f"fact {first.id!r} is to take over itself", hint="name two facts")
    differ = [
        name
        for name, one, other in (
            ("subject", first.document, second.document),
            ("kind", first.body.kind, second.body.kind),
            ("class", first.body.fact_class, second.body.fact_class),
            ("beginning", first.body.valid_from, second.body.valid_from),
            ("end", first.body.valid_to, second.body.valid_to),
            ("close", first.closed, second.closed),
        )
        if one != other
    ]
    if differ or first.closed is not None:
        what = f"differ in {', '.join(differ)}" if differ else "are closed"
        raise LossyMergeError(
            f"facts {first.id!r} and {second.id!r} {what}",
            hint="only current facts of one subject, one class and one time are merged",
        )


def _check_loss(first: Chunk, second: Chunk, text: str) -> None:
    for fact in (first, second):
        lost = lost_from(str(untainted(fact.body.text)), text)
        if lost.any:
            raise LossyMergeError(
                f"{text!r} does not say all that fact {fact.id!r} says: {shown_loss(lost)}",
                hint="pass a text that says all that both say, or keep the two facts",
            )


def shown_loss(lost: Loss) -> str:
    """A loss, for people."""
    return "; ".join(
        f"{name} {', '.join(items)}" for name, items in lost._asdict().items() if items
    )


def _living(chunks: dict[str, Chunk], wanted: Chunk) -> Chunk:
    found = chunks.get(wanted.id)
    if found is None or not found.live:
        raise DocumentGoneError(
            f"document {wanted.document!r} has no fact {wanted.id!r}",
            hint="facts of two subjects are not merged; list the facts of the subject again",
        )
    return found


def _edited(fact: Chunk) -> ConflictError:
    return ConflictError(
        f"fact {fact.id!r} was edited while it was being merged",
        hint="read both again, and merge them again if they still say the same",
    )
