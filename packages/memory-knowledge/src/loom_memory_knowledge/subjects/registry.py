"""The subjects of a scope: filed, proposed, adopted, rejected."""

from typing import NamedTuple
from uuid import uuid4

from loom_memory_runtime import Clock, moment, utc_now

from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.documents.names import Names
from loom_memory_knowledge.errors import InvalidSubjectError
from loom_memory_knowledge.event import HEAD, Event, Head, new_operation
from loom_memory_knowledge.keys import subject_key
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.filing import (
    File,
    Paper,
    Standing,
    file_of,
    paper_entry,
)
from loom_memory_knowledge.subjects.subject_key import TYPES, Subject


class Known(NamedTuple):
    """A subject that has a document."""

    subject: Subject
    document: str


class Listed(NamedTuple):
    """A line of the registry."""

    subject: Subject
    standing: Standing
    evidence: tuple[str, ...]
    """Of the proposals that wait."""


class Subjects:
    """The registry of a scope.

    A subject's document is the one that its first filing names; of two writers that file it at
    once, both use that one.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        clock: Gives the time of each paper.
        types: The vocabulary of types.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        clock: Clock = utc_now,
        types: tuple[str, ...] = TYPES,
    ) -> None:
        self._store = store
        self._scope = scope
        self._clock = clock
        self.types = types
        self._log = DocumentLog(store, scope)
        self._names = Names(store, scope)

    def parse(self, subject: str | Subject) -> Subject:
        """A subject of this vocabulary.

        Raises:
            InvalidSubjectError: Its type is unknown, or no slug can be made of its name.
        """
        text = f"{subject.type}:{subject.name}" if isinstance(subject, Subject) else subject
        return Subject.parse(text, types=self.types)

    def file(self, subject: str | Subject) -> Known:
        """File a subject, if it is not on file: its filing, its name, its document's head.

        Raises:
            InvalidSubjectError: The slug is on file under another type, or the name is none.
        """
        wanted = self.parse(subject)
        filing = self._filed(wanted)
        known = Subject(filing.type, filing.name)
        if filing.type != wanted.type or filing.document is None:
            raise InvalidSubjectError(
                f"{wanted.key!r} is on file as {known.key!r}",
                hint="use that type, or a name that tells the two apart",
            )
        self._name(known, filing.document)
        self._head(known, filing.document)
        return Known(known, filing.document)

    def known(self, subject: str | Subject) -> Known | None:
        """A subject that is on file under its type; ``None`` for any other."""
        wanted = self.parse(subject)
        filing = self.papers(wanted).filing
        if filing is None or filing.document is None or filing.type != wanted.type:
            return None
        return Known(Subject(filing.type, filing.name), filing.document)

    def propose(self, subject: str | Subject, *, evidence: str, by: str | None = None) -> Standing:
        """Propose a subject to the curator of this scope; nothing can be recalled about it yet.

        Returns:
            Where it stands now: one that is on file or was rejected is not proposed again.
        """
        wanted = self.parse(subject)
        standing = self.papers(wanted).standing
        if standing in {"unknown", "proposed"}:
            self._put(wanted, self._paper("proposal", wanted, evidence=evidence, by=by))
        return self.papers(wanted).standing

    def adopt(self, subject: str | Subject) -> Known:
        """File a subject that was proposed; a curator's call.

        Raises:
            InvalidSubjectError: Nobody proposed it, or it is on file under another type.
        """
        wanted = self.parse(subject)
        if self.papers(wanted).standing == "unknown":
            raise InvalidSubjectError(
                f"{wanted.key!r} was not proposed in scope {str(self._scope)!r}",
                hint="propose it with its evidence first",
            )
        return self.file(wanted)

    def reject(self, subject: str | Subject, *, by: str | None = None) -> Standing:
        """Turn a proposal down for good; a curator's call."""
        wanted = self.parse(subject)
        if not self.papers(wanted).rejected:
            self._put(wanted, self._paper("rejection", wanted, by=by))
        return self.papers(wanted).standing

    def registry(self) -> list[Listed]:
        """Every subject that is on file, proposed or rejected, sorted by slug."""
        prefix = subject_key(self._scope, "")
        return [
            listed
            for key in self._store.keys(prefix)
            if (listed := _listed(file_of(self._store.read(key), key=key))) is not None
        ]

    def papers(self, subject: Subject) -> File:
        """All that is on file under a subject's slug."""
        key = subject_key(self._scope, subject.slug)
        return file_of(self._store.read(key), key=key)

    def _filed(self, subject: Subject) -> Paper:
        found = self.papers(subject).filing
        if found is None:
            filing = self._paper("filing", subject, document=uuid4().hex)
            self._put(subject, filing)
            found = self.papers(subject).filing or filing
        return found

    def _name(self, subject: Subject, document: str) -> None:
        claims = self._names.at(subject.path).claims
        if document not in {claim.document for claim in claims}:
            self._names.take(subject.path, document)

    def _head(self, subject: Subject, document: str) -> None:
        if self._log.some(document, []) is None:
            head = Head(title=subject.name, kind="subject", subject=subject.key)
            now = moment(self._clock)
            birth = Event(event="chunk", operation=new_operation(), at=now, head=head)
            self._log.append(document, [(HEAD, birth)])

    def _put(self, subject: Subject, paper: Paper) -> None:
        self._store.append(subject_key(self._scope, subject.slug), [paper_entry(paper)])

    def _paper(self, kind: str, subject: Subject, **fields: str | None) -> Paper:
        at = moment(self._clock)
        return Paper.model_validate(
            {"paper": kind, "type": subject.type, "name": subject.name, "at": at, **fields}
        )


def _listed(file: File) -> Listed | None:
    papers = [file.filing] if file.filing is not None else list(file.proposals)
    if not papers:
        return None
    subject = Subject(papers[0].type, papers[0].name)
    waiting = () if file.filing is not None else file.proposals
    evidence = tuple(each.evidence for each in waiting if each.evidence is not None)
    return Listed(subject, file.standing, evidence)
