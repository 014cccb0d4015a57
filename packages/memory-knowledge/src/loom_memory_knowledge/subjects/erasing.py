"""Erasing a subject: every fact about it, wherever it stands; and saying what still names it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loom_memory_core import searchable_text, tokenize
from loom_memory_runtime import Clock

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.change import ended
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.writer import DocumentWriter
from loom_memory_knowledge.errors import InvalidSubjectError
from loom_memory_knowledge.keys import PLANES, Plane, back_key, document_key, plane_key, subject_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.lease import leased
from loom_memory_knowledge.part import Part
from loom_memory_knowledge.planes import Planes
from loom_memory_knowledge.queue import Queue
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Known, Subjects
from loom_memory_knowledge.subjects.subject_key import Subject
from loom_memory_knowledge.unit import UnitRow
from loom_memory_knowledge.work import WorkLog, WorkNote


class Erased(Part):
    """What an erasure took away, or would; and what still names the subject.

    What is left is looked for in every row of the scope, so an empty tuple says that there is
    none, and not that nobody looked.
    """

    subject: str
    dry_run: bool
    facts: tuple[str, ...]
    """The facts of the subject's own document, by id."""

    pointing: tuple[str, ...]
    """The facts of other subjects that point at it."""

    naming_facts: tuple[str, ...]
    """Facts that are left and only name it."""

    notes: tuple[str, ...]
    sections: tuple[str, ...]
    """Chunks of documents that name it."""

    turns: tuple[str, ...]
    """What was said in sessions and names it."""

    extractions: tuple[str, ...]
    """Queue items on file whose extractions name it."""

    queued: tuple[str, ...]
    """Queue items that wait and hold such turns."""


class Pointing(NamedTuple):
    """A fact of another subject that points at the one to be erased."""

    document: str
    fact: Chunk


class Erasing:
    """Erases subjects of one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        subjects: The registry of the scope.
        documents: Holds the subjects' documents.
        clock: Gives the time of each event.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        subjects: Subjects,
        documents: Documents,
        clock: Clock,
    ) -> None:
        self._store = store
        self._scope = scope
        self._subjects = subjects
        self._documents = documents
        self._clock = clock
        self._log = DocumentLog(store, scope)
        self._writer = DocumentWriter(store, scope, planes=Planes(store, scope, clock=clock))

    def erase(self, subject: str | Subject, *, dry_run: bool = True) -> Erased:
        """Erase a subject: facts that point at it; its document; what is on file, last.

        Whoever dies on the way is followed by whoever erases it again.

        Raises:
            InvalidSubjectError: No such subject is on file.
            LeaseHeldError: Another holds the scope; nothing was erased.
        """
        known = self._subjects.known(subject)
        if known is None:
            wanted = self._subjects.parse(subject)
            raise InvalidSubjectError(
                f"{wanted.key!r} is not on file in scope {str(self._scope)!r}",
                hint="`loom knowledge facts` lists the subjects that are",
            )
        with leased(self._store, self._scope, purpose="erasing", clock=self._clock):
            document = self._log.read(known.document)
            own = [] if document is None else document.live
            pointing = self._pointing(known.document)
            gone = {each.id for each in own} | {each.fact.id for each in pointing}
            if not dry_run:
                self._take_away(known, pointing)
            return self._report(known.subject, own, pointing, gone=gone, dry_run=dry_run)

    def _pointing(self, document: str) -> list[Pointing]:
        """The facts elsewhere that point at a document, each verified."""
        found = []
        for row in self._store.read(back_key(self._scope, document)):
            source = row.meta.get("from") if row.meta else None
            if isinstance(source, str) and source != document:
                whole = self._log.some(source, [row.id])
                fact = None if whole is None or whole.gone else whole.chunks.get(row.id)
                if fact is not None and any(e.document == document for e in fact.body.edges):
                    found.append(Pointing(source, fact))
        return found

    def _take_away(self, known: Known, pointing: Sequence[Pointing]) -> None:
        for each in pointing:
            self._writer.write(each.document, [ended(each.fact, clock=self._clock)])
            for edge in each.fact.body.edges:
                self._store.remove(back_key(self._scope, edge.document), [each.fact.id])
            self._store.remove(document_key(self._scope, each.document), [each.fact.id])
        self._documents.forget(known.document)
        self._sweep(known.document)
        papers = subject_key(self._scope, known.subject.slug)
        ids = {row.id for row in self._store.read(papers)}
        if ids:
            self._store.remove(papers, ids)

    def _sweep(self, document: str) -> None:
        """Take away units that a writer left who died before the truth; they say what it was."""
        for plane in PLANES:
            rows = self._store.read(plane_key(self._scope, plane))
            left = {row.id for row in rows if UnitRow.model_validate(row.meta).document == document}
            if left:
                self._store.remove(plane_key(self._scope, plane), left)

    def _report(
        self,
        subject: Subject,
        own: Sequence[Chunk],
        pointing: Sequence[Pointing],
        *,
        gone: set[str],
        dry_run: bool,
    ) -> Erased:
        naming = {plane: self._naming(plane, subject, without=gone) for plane in PLANES}
        turns = naming["traces"]
        queue = Queue(self._store, self._scope, clock=self._clock)
        return Erased(
            subject=subject.key,
            dry_run=dry_run,
            facts=tuple(each.id for each in own),
            pointing=tuple(each.fact.id for each in pointing),
            naming_facts=(*naming["facts"], *naming["facts.past"]),
            notes=naming["notes"],
            sections=naming["documents"],
            turns=turns,
            extractions=tuple(self._extractions(subject)),
            queued=tuple(
                each.item for each in queue.items() if set(turns) & set(each.queued.turns)
            ),
        )

    def _naming(self, plane: Plane, subject: Subject, *, without: set[str]) -> tuple[str, ...]:
        """The chunks of a plane whose own text names the subject."""
        found: dict[str, None] = {}
        for entry in self._store.read(plane_key(self._scope, plane)):
            row = UnitRow.model_validate(entry.meta)
            own = row.kind != "around" and row.chunk not in without
            if own and names(searchable_text(entry), subject):
                found[row.chunk] = None
        return tuple(found)

    def _extractions(self, subject: Subject) -> Iterator[str]:
        work = WorkLog(self._store, self._scope)
        for item in work.items():
            on_file = work.read(item)
            notes = [*on_file.unreadable, *([on_file.extraction] if on_file.extraction else [])]
            texts = [text for note in notes for text in _texts(note)]
            if any(names(text, subject) for text in texts):
                yield item


def _texts(note: WorkNote) -> Iterator[str]:
    yield note.reply or ""
    for fact in note.facts:
        yield from (fact.text, fact.subject or "", *fact.about)


def names(text: str, subject: Subject) -> bool:
    """Whether the words of a subject's name stand in a text, in their order.

    Examples:
        >>> ada = Subject.parse("person:Ada Kern")
        >>> names("Was Ada Kern there?", ada), names("Kern, Ada", ada)
        (True, False)
    """
    words = " ".join(tokenize(subject.name))
    return f" {words} " in f" {' '.join(tokenize(text))} "
