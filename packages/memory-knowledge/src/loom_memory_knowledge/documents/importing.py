"""Markdown files as documents: imported once, and brought up to date by importing again."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import uuid4

from loom_memory_core import ConflictError, taint
from loom_memory_runtime import Clock, utc_now

from loom_memory_knowledge.chunk import Body, Chunk
from loom_memory_knowledge.documents.change import Change, born, edited, ended
from loom_memory_knowledge.documents.difference import Pair, paired
from loom_memory_knowledge.documents.documents import Documents
from loom_memory_knowledge.documents.markdown import Section, rendered, sections
from loom_memory_knowledge.documents.ordinals import placed
from loom_memory_knowledge.documents.path import Path
from loom_memory_knowledge.documents.tree import Tree
from loom_memory_knowledge.errors import PathNotFoundError
from loom_memory_knowledge.event import Head
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.scope import Scope


class Imported(NamedTuple):
    """What an import did."""

    document: str
    """The document's id."""

    path: str
    added: int = 0
    edited: int = 0
    removed: int = 0
    unchanged: int = 0
    """How many chunks."""

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return bool(self.added or self.edited or self.removed)


class MarkdownFiles:
    """Markdown in and out of a scope's documents.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose documents.
        clock: Gives the time of each event.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock = utc_now) -> None:
        self._documents = Documents(store, scope, clock=clock)
        self._tree = Tree(store, scope)
        self._clock = clock

    def import_markdown(
        self, text: str, path: str | Path, *, title: str | None = None, origin: str | None = None
    ) -> Imported:
        """Make the document at a path say what a Markdown text says.

        A section that says the same is not touched, one that differs is edited, and the rest is
        added or deleted. A new document is made where none has the name.

        Args:
            text: Markdown; its sections become chunks.
            path: The document's name.
            title: Its title; unless given, its first heading, or else its name.
            origin: Where the text comes from, if it is not to be trusted: its text is tainted.

        Raises:
            InvalidPathError: The path breaks a rule; nothing was written.
            ConflictError: Somebody edited one of the sections meanwhile; the others are written.
        """
        named = path if isinstance(path, Path) else Path.parse(path)
        found = sections(text)
        chosen = title or _title(found) or named.name
        bodies = [_body(each, chosen, origin) for each in found]
        try:
            document = self._documents.read(self._tree.resolve(named))
        except PathNotFoundError:
            ordinals = placed([None] * len(bodies))
            placed_bodies = [_at(*each) for each in zip(bodies, ordinals, strict=True)]
            made = self._documents.create(Head(title=chosen), placed_bodies, path=named)
            return Imported(made.id, str(named), added=len(bodies))
        return self._updated(document, bodies, path=named, title=chosen)

    def export_markdown(self, document: str) -> str:
        """A document as Markdown; importing it gives the same chunks. Taint is not in it.

        Raises:
            DocumentGoneError: There is no such document.
            MarkdownError: A chunk cannot be written so that it would be read as it is.
        """
        return rendered(self._documents.chunks(document))

    def _updated(
        self, document: Document, bodies: Sequence[Body], *, path: Path, title: str
    ) -> Imported:
        if document.head.title != title:
            document = self._documents.retitle(document.id, title)
        pairs = paired(document.live, bodies)
        changes = self._changes(document.id, pairs)
        if changes:
            written = self._documents.apply(document.id, changes)
            _check_counted(changes, written)
        kinds = [each.event.event for each in changes]
        return Imported(
            document.id,
            str(path),
            added=kinds.count("chunk"),
            edited=kinds.count("edit"),
            removed=kinds.count("gone"),
            unchanged=len(bodies) - kinds.count("chunk") - kinds.count("edit"),
        )

    def _changes(self, document: str, pairs: Sequence[Pair]) -> list[Change]:
        standing = [pair for pair in pairs if pair.body is not None]
        known = [None if pair.chunk is None else pair.chunk.body.ordinal for pair in standing]
        written = [
            self._change(document, pair.chunk, _at(pair.body, ordinal))
            for pair, ordinal in zip(standing, placed(known), strict=True)
            if pair.body is not None
        ]
        going = [
            ended(pair.chunk, clock=self._clock)
            for pair in pairs
            if pair.body is None and pair.chunk is not None
        ]
        return [*(each for each in written if each is not None), *going]

    def _change(self, document: str, chunk: Chunk | None, body: Body) -> Change | None:
        if chunk is None:
            return born(document, uuid4().hex, body, clock=self._clock)
        return None if body == chunk.body else edited(chunk, body, clock=self._clock)


def _title(found: Sequence[Section]) -> str | None:
    first = next((each for each in found if each.level), None)
    return first.heading[-1] if first is not None and first.level == 1 else None


def _body(section: Section, title: str, origin: str | None) -> Body:
    return Body(
        kind="section",
        title=title,
        text=section.text if origin is None else taint(section.text, origin=origin),
        ordinal=0,
        heading=section.heading,
        level=section.level,
    )


def _at(body: Body, ordinal: float) -> Body:
    return body.model_copy(update={"ordinal": ordinal})


def _check_counted(changes: Sequence[Change], written: Document) -> None:
    lost = [each.id for each in changes if each.event.operation not in written.counted]
    if lost:
        raise ConflictError(
            f"{len(lost)} sections of document {written.id!r} were edited meanwhile: {lost[0]!r}",
            hint="import the text again; what is there already stays as it is",
        )
