"""Knowledge of one scope: what an operator, a script or a test holds."""

from collections.abc import Sequence
from datetime import datetime

from loom_memory_core import MemoryStore, Progress, no_progress
from loom_memory_runtime import Clock, utc_now
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk, FactClass
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.importing import Imported, MarkdownFiles
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.documents.tree import Tree
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.options import RecallOptions
from loom_memory_knowledge.recall.recaller import DEFAULT_OPTIONS, Recaller
from loom_memory_knowledge.recall.result import Period, Recall
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Subjects
from loom_memory_knowledge.subjects.subject_key import TYPES, Subject
from loom_memory_knowledge.units.reindexing import Reindexed, Reindexing
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
        rows = KnowledgeStore(store)
        self.scope = scope if isinstance(scope, Scope) else Scope.parse(scope)
        self.documents = Documents(rows, self.scope, clock=clock)
        self.tree = Tree(rows, self.scope)
        self.subjects = Subjects(rows, self.scope, clock=clock, types=types)
        self._files = MarkdownFiles(rows, self.scope, clock=clock)
        self._author = Author(rows, self.scope, subjects=self.subjects, clock=clock)
        self._sessions = Sessions(rows, self.scope, author=self._author, clock=clock)
        self._recaller = Recaller(rows, self.scope, clock=clock)
        self._reindexing = Reindexing(rows, self.scope, clock=clock)

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
