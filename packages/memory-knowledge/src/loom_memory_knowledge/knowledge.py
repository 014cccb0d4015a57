"""Knowledge of one scope: what an operator, a script or a test holds."""

from collections.abc import Collection, Sequence
from datetime import datetime

from loom_memory_core import MemoryStore, Progress, no_progress
from loom_memory_runtime import Clock, utc_now
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk, FactClass
from loom_memory_knowledge.consolidation.consolidating import Consolidation
from loom_memory_knowledge.consolidation.extracted import Extractor
from loom_memory_knowledge.consolidation.given import GivenFact, GivenFacts, GivenReport
from loom_memory_knowledge.consolidation.harvesting import Harvest
from loom_memory_knowledge.consolidation.report import Consolidated
from loom_memory_knowledge.consolidation.waiting import Waited, wait_for
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.importing import Imported, MarkdownFiles
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.documents.tree import Tree
from loom_memory_knowledge.facts.collapsing import Collapsed, Collapsing
from loom_memory_knowledge.facts.fact_name import FactName
from loom_memory_knowledge.facts.listing import Facts, NamedFact
from loom_memory_knowledge.facts.merge_band import MergeBand
from loom_memory_knowledge.facts.scope_collapse import ScopeCollapse, ScopeCollapsed
from loom_memory_knowledge.facts.superseding import Superseding
from loom_memory_knowledge.graph.recalling import DEFAULT_LIMITS, GraphLimits, GraphRecaller
from loom_memory_knowledge.graph.result import GraphRecall
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.queue import Waiting
from loom_memory_knowledge.recall.options import RecallOptions
from loom_memory_knowledge.recall.recaller import DEFAULT_OPTIONS, Recaller
from loom_memory_knowledge.recall.result import Period, Recall
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.erasing import Erased, Erasing
from loom_memory_knowledge.subjects.registry import Subjects
from loom_memory_knowledge.subjects.subject_key import TYPES, Subject
from loom_memory_knowledge.units.reindexing import Reindexed, Reindexing
from loom_memory_knowledge.work import WorkLog
from loom_memory_knowledge.writing.authoring import NO_TIMES, Author, Times
from loom_memory_knowledge.writing.sessions import Sessions, Ticket
from loom_memory_knowledge.writing.turn import Turn


class Knowledge:
    """Documents, subjects, facts, notes and sessions of one scope, and recall over them.

    It may do everything in its scope. An agent holds ``AgentMemory`` instead, which may do what
    its operator granted.

    Args:
        store: Any store with ``search``, ``remove`` and ``keys``; faster with ``get``.
        scope: Whose memory: a ``Scope``, or text such as ``user/ada``.
        clock: Gives the time of every event.
        types: The vocabulary of subjects.

    Raises:
        SearchUnsupportedError: The store has no ``search``.
        VerbUnsupportedError: The store has no ``remove`` or no ``keys``.
        InvalidKeyError: The scope is none.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> knowledge = Knowledge(InMemoryStore(), "user/ada")
        >>> fact = knowledge.remember("Bob is on call on Fridays.", about="person:Bob")
        >>> [hit.text for hit in knowledge.recall("Who is on call?").hits]
        ['Bob is on call on Fridays.']
    """

    def __init__(
        self,
        store: MemoryStore,
        scope: Scope | str,
        *,
        clock: Clock = utc_now,
        types: tuple[str, ...] = TYPES,
    ) -> None:
        rows = self._rows = KnowledgeStore(store)
        self.scope = scope if isinstance(scope, Scope) else Scope.parse(scope)
        self.documents = Documents(rows, self.scope, clock=clock)
        self.tree = Tree(rows, self.scope)
        self.subjects = Subjects(rows, self.scope, clock=clock, types=types)
        self._files = MarkdownFiles(rows, self.scope, clock=clock)
        self._author = Author(rows, self.scope, subjects=self.subjects, clock=clock)
        self._sessions = Sessions(rows, self.scope, author=self._author, clock=clock)
        self._recaller = Recaller(rows, self.scope, clock=clock)
        self._graph = GraphRecaller(rows, self.scope, subjects=self.subjects, clock=clock)
        self._reindexing = Reindexing(rows, self.scope, clock=clock)
        self._facts = Facts(rows, self.scope, subjects=self.subjects, clock=clock)
        self._superseding = Superseding(rows, self.scope, clock=clock)
        self._collapsing = Collapsing(rows, self.scope, clock=clock)
        self._scope_collapse = ScopeCollapse(rows, self.scope, facts=self._facts, clock=clock)
        self._work = WorkLog(rows, self.scope)
        harvest = Harvest(author=self._author, subjects=self.subjects)
        self._given = GivenFacts(rows, self.scope, harvest=harvest)
        self._consolidation = Consolidation(rows, self.scope, harvest=harvest, clock=clock)
        self._erasing = Erasing(
            rows, self.scope, subjects=self.subjects, documents=self.documents, clock=clock
        )

    @property
    def embedding(self) -> str | None:
        """The embedding space that the store compares texts in, as it names it, if it has one."""
        return self._rows.embedding()

    def remember(
        self,
        text: JsonValue,
        *,
        about: str | Subject | None = None,
        also_about: Sequence[str | Subject] = (),
        fact_class: FactClass = "fact",
        times: Times = NO_TIMES,
        operation: str | None = None,
    ) -> Chunk:
        """Write a fact about a subject, or a note; it can be recalled when this returns.

        Args:
            text: What is to be remembered; tainted text stays tainted.
            about: The subject of a fact, such as ``person:Bob``; without one it is a note.
            also_about: Other subjects that a fact points at.
            fact_class: What kind of fact.
            times: When it was said, and when it is true.
            operation: Names the call; the same one again writes nothing.

        Raises:
            InvalidEntryError: The text or a time is none; nothing was written.
            InvalidSubjectError: A subject's type is unknown, or on file as another.
        """
        if about is None:
            return self._author.note(text, times=times, operation=operation)
        return self._author.fact(
            text,
            about,
            also_about=also_about,
            fact_class=fact_class,
            times=times,
            operation=operation,
        )

    def add(
        self,
        turns: Sequence[Turn],
        *,
        session: str,
        infer: bool = True,
        item: str | None = None,
    ) -> Ticket:
        """File the turns of a session: each can be recalled from ``traces`` when this returns.

        With ``infer`` they also wait for consolidation, and the ticket says ``pending``: no fact
        is drawn from them before. Without, they are one note too, and the ticket says ``done``.

        Args:
            turns: What was said, in order.
            session: Names the session; the same name continues it.
            infer: Whether facts are to be drawn from them.
            item: Names the call; the same one again writes nothing twice.

        Raises:
            InvalidEntryError: There are no turns, or one says nothing; nothing was written.
        """
        return self._sessions.add(turns, session=session, infer=infer, item=item)

    def wait(self, ticket: Ticket, *, timeout: float = 30.0) -> Waited:
        """Wait until the facts of what was added have landed.

        Args:
            ticket: What ``add`` gave.
            timeout: Seconds; 0 looks once.

        Returns:
            ``done``, ``skipped`` where nobody could read what was extracted, or ``timeout``.
        """
        return wait_for(self._work, ticket, timeout=timeout)

    def waiting(self) -> list[Waiting]:
        """What waits for consolidation, oldest first."""
        return self._consolidation.waiting()

    def consolidate(
        self,
        extractor: Extractor,
        *,
        limit: int | None = None,
        progress: Progress = no_progress,
    ) -> Consolidated:
        """Draw facts from what waits; see ``Consolidation.consolidate``."""
        return self._consolidation.consolidate(extractor, limit=limit, progress=progress)

    def import_facts(
        self, facts: Sequence[GivenFact], *, progress: Progress = no_progress
    ) -> GivenReport:
        """File facts that somebody else drew from turns that are here; see ``GivenFacts.take``."""
        return self._given.take(facts, progress=progress)

    def facts(
        self,
        subject: str | Subject | None = None,
        *,
        as_of: datetime | None = None,
        past: bool = False,
    ) -> list[NamedFact]:
        """Facts with their names, oldest first, subject by subject; see ``Facts.listed``."""
        return self._facts.listed(subject, as_of=as_of, past=past)

    def fact(self, name: str | FactName) -> Chunk:
        """The fact of a name, such as ``person:bob#3fa91c02``; see ``Facts.find``."""
        return self._facts.find(name)

    def supersede(self, old: Chunk, new: Chunk, *, at: datetime | None = None) -> Chunk:
        """Close a fact by another, and keep it; see ``Superseding.supersede``."""
        return self._superseding.supersede(old, new, at=at)

    def collapse_facts(
        self, kept: Chunk, absorbed: Chunk, *, text: JsonValue = None, dry_run: bool = True
    ) -> Collapsed:
        """Let one fact take over another, if nothing is lost; see ``Collapsing.collapse``."""
        return self._collapsing.collapse(kept, absorbed, text=text, dry_run=dry_run)

    def collapse(
        self, band: MergeBand, *, dry_run: bool = True, progress: Progress = no_progress
    ) -> ScopeCollapsed:
        """Merge the near-duplicates of the scope; see ``ScopeCollapse.collapse``."""
        return self._scope_collapse.collapse(band, dry_run=dry_run, progress=progress)

    def erase(self, subject: str | Subject, *, dry_run: bool = True) -> Erased:
        """Erase a subject and say what still names it; see ``Erasing.erase``."""
        return self._erasing.erase(subject, dry_run=dry_run)

    def recall(  # noqa: PLR0913 - each says one thing about the question, by name
        self,
        query: str,
        *,
        limit: int = 8,
        sources: Sequence[Source] = ("facts", "notes"),
        as_of: datetime | None = None,
        when: Period | None = None,
        options: RecallOptions = DEFAULT_OPTIONS,
        explain: bool = False,
    ) -> Recall:
        """The chunks that fit a question, whole, best first; see ``Recaller.recall``."""
        return self._recaller.recall(
            query,
            limit=limit,
            sources=sources,
            as_of=as_of,
            when=when,
            options=options,
            explain=explain,
        )

    def graph_recall(
        self,
        query: str | None = None,
        *,
        seeds: Sequence[str] = (),
        limits: GraphLimits = DEFAULT_LIMITS,
        as_of: datetime | None = None,
        withheld: Collection[str] = (),
    ) -> GraphRecall:
        """The facts around a question or around subjects; see ``GraphRecaller.recall``."""
        return self._graph.recall(query, seeds=seeds, limits=limits, as_of=as_of, withheld=withheld)

    def import_markdown(
        self, text: str, path: str | Path, *, title: str | None = None, origin: str | None = None
    ) -> Imported:
        """Make the document at a path say what a Markdown text says; see ``MarkdownFiles``."""
        return self._files.import_markdown(text, path, title=title, origin=origin)

    def export_markdown(self, document: str) -> str:
        """A document as Markdown."""
        return self._files.export_markdown(document)

    def reindex(self, *, dry_run: bool = True, progress: Progress = no_progress) -> Reindexed:
        """Put right what search units there are; see ``Reindexing.reindex``."""
        return self._reindexing.reindex(dry_run=dry_run, progress=progress)
