"""The facts of a scope, subject by subject."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from loom_memory_runtime import Clock, moment

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.errors import FactNotFoundError
from loom_memory_knowledge.facts.fact_name import FactName
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.request import checked_moment, is_valid
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Subjects
from loom_memory_knowledge.subjects.subject_key import Subject


class NamedFact(NamedTuple):
    """A fact with its name."""

    name: FactName
    fact: Chunk


class Facts:
    """Lists facts; what it costs is the documents that it lists.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        subjects: The registry of the scope.
        clock: Tells now.
    """

    def __init__(
        self, store: KnowledgeStore, scope: Scope, *, subjects: Subjects, clock: Clock
    ) -> None:
        self._log = DocumentLog(store, scope)
        self._registry = subjects
        self._clock = clock

    def listed(
        self,
        subject: str | Subject | None = None,
        *,
        as_of: datetime | None = None,
        past: bool = False,
    ) -> list[NamedFact]:
        """Facts in the order in which they were recorded, subject by subject.

        Args:
            subject: Whose facts; those of every subject unless given.
            as_of: Those that were true then; now unless given.
            past: Whether those that have ended, or have not begun, are listed too.
        """
        at = checked_moment(as_of, "as_of") or moment(self._clock)
        return [
            NamedFact(FactName(key, fact.id), fact)
            for key, document in self._documents(subject)
            for fact in self._living(document)
            if past or is_valid(fact, at)
        ]

    def find(self, name: str | FactName) -> Chunk:
        """The fact of a name, such as ``person:bob#3fa91c02``.

        Raises:
            FactNotFoundError: None has it, or several do.
        """
        wanted = FactName.parse(name) if isinstance(name, str) else name
        known = self._registry.known(wanted.subject)
        if known is None:
            raise FactNotFoundError(
                f"{wanted.subject!r} is no subject on file",
                hint="`loom knowledge facts` lists subjects and their facts",
            )
        return wanted.pick({fact.id: fact for fact in self._living(known.document)})

    def subjects(self) -> list[tuple[str, str]]:
        """Every subject on file: its natural key, and its document."""
        return [
            (known.subject.key, known.document)
            for listed in self._registry.registry()
            if (known := self._registry.known(listed.subject)) is not None
        ]

    def of_document(self, document: str) -> list[Chunk]:
        """The facts of a subject's document that are current now."""
        now = moment(self._clock)
        return [fact for fact in self._living(document) if is_valid(fact, now)]

    def _documents(self, subject: str | Subject | None) -> Iterator[tuple[str, str]]:
        if subject is None:
            yield from self.subjects()
        elif (known := self._registry.known(subject)) is not None:
            yield known.subject.key, known.document

    def _living(self, document: str) -> list[Chunk]:
        found = self._log.read(document)
        live = [] if found is None or found.gone else found.live
        return sorted(
            (each for each in live if each.body.kind == "fact"),
            key=lambda each: (each.recorded_at, each.id),
        )
