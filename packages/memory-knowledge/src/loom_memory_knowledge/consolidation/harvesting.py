"""Filing what was extracted: each fact once, with the turns that say it, under its subject."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from loom_memory_core import LoomError

from loom_memory_knowledge.chunk import Body, Chunk
from loom_memory_knowledge.consolidation.extracted import Extracted
from loom_memory_knowledge.consolidation.quoting import quoted, sources_of
from loom_memory_knowledge.subjects.registry import Subjects
from loom_memory_knowledge.subjects.subject_key import Subject
from loom_memory_knowledge.tainting import tainted_as
from loom_memory_knowledge.writing.authoring import Author, edge_to

SPEAKER: Final = "person"
"""The type of a subject that speaks, where nothing else is known of it."""

MAX_NAME: Final = 80
"""Characters of a subject's name. A longer one is a sentence, and a name carries no taint."""

THING: Final = "object"
"""The type of any other."""


class Harvested(NamedTuple):
    """What became of one fact."""

    chunk: Chunk
    new: bool
    refused: tuple[str, ...] = ()
    """Why subjects that it names are not pointed at."""


class Harvest:
    """Writes extracted facts into one scope; the second time, nothing.

    Args:
        author: Writes.
        subjects: The registry of the scope.
    """

    def __init__(self, *, author: Author, subjects: Subjects) -> None:
        self._author = author
        self._subjects = subjects

    def file(
        self, item: str, fact: Extracted, turns: Sequence[Chunk], *, cited: bool = False
    ) -> Harvested:
        """Write one fact.

        Its id is a hash of item and text, so whoever repeats the item writes it once. All that
        was in the extractor's sight taints it.

        Args:
            item: The queue item that it comes from.
            fact: The fact.
            turns: The item's turns.
            cited: Whether the fact names these turns itself; else those that say it are found.
        """
        operation = f"{item}\n{fact.text}"
        sources = quoted(fact.text, turns) if cited else sources_of(fact.text, turns)
        said = {turn.id: turn.body.observed_at for turn in turns}
        body = Body(
            kind="note",
            title="",
            text=tainted_as(fact.text, [turn.body.text for turn in turns]),
            ordinal=0,
            writer="harvested",
            fact_class=fact.fact_class,
            sources=sources,
            observed_at=said[sources[0].chunk] if sources else turns[0].body.observed_at,
        )
        subject, why = self._subject(fact.subject, fact.type, turns)
        if subject is None:
            chunk, new = self._author.write_note(body, operation)
            return Harvested(chunk, new, (why,) if why else ())
        known = self._subjects.file(subject)
        others, refused = self._others(fact, unless=subject)
        edges = tuple(edge_to(self._subjects.file(each)) for each in others)
        filed = body.model_copy(
            update={"kind": "fact", "title": known.subject.name, "edges": edges}
        )
        chunk, new = self._author.write_fact(known, filed, operation)
        return Harvested(chunk, new, refused)

    def _others(self, fact: Extracted, *, unless: Subject) -> tuple[list[Subject], tuple[str, ...]]:
        found: dict[str, Subject] = {}
        refused = []
        for each in fact.about:
            type_, colon, name = each.partition(":")
            other, why = self._subject(name if colon else each, type_ if colon else None, ())
            if other is None:
                refused.append(f"{each!r} is not pointed at: {why}")
            elif other.slug != unless.slug:
                found.setdefault(other.slug, other)
        return list(found.values()), tuple(refused)

    def _subject(
        self, name: str | None, type_: str | None, turns: Sequence[Chunk]
    ) -> tuple[Subject | None, str]:
        """A subject under the type that is on file; else the given one, else a likely one."""
        if name is None or not name.strip():
            return None, ""
        if len(name) > MAX_NAME:
            return None, f"{name[:MAX_NAME]!r}... is no name, but a sentence"
        types = self._subjects.types
        speakers = {str(turn.body.role).casefold() for turn in turns}
        likely = SPEAKER if name.casefold() in speakers and SPEAKER in types else THING
        wanted = type_ if type_ in types else likely if likely in types else types[0]
        try:
            subject = self._subjects.parse(f"{wanted}:{name}")
        except LoomError as error:
            return None, f"{name!r} is no subject: {error.message}"
        filing = self._subjects.papers(subject).filing
        return (subject if filing is None else Subject(filing.type, filing.name)), ""
