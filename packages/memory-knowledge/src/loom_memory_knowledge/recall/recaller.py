"""Recall over one scope: search its planes, rank, resolve to whole chunks that still say it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from loom_memory_core import check_limit, check_query
from loom_memory_runtime import Clock, moment, utc_now

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.dates import NamedDate, named_date
from loom_memory_knowledge.recall.found import Found, PlaneSearch
from loom_memory_knowledge.recall.freshness import needed, read_chunks, stale_units
from loom_memory_knowledge.recall.options import RecallOptions
from loom_memory_knowledge.recall.ranking import (
    Place,
    Ranked,
    facts_weight,
    pointed_at,
    ranked,
)
from loom_memory_knowledge.recall.request import (
    checked_moment,
    checked_sources,
    is_valid,
    planes_of,
)
from loom_memory_knowledge.recall.result import Explanation, Hit, Outcome, Period, Recall
from loom_memory_knowledge.scope import Scope

UNITS_FOR_A_CHUNK: Final = 3
"""How many units are asked for, for each chunk that is wanted, where one has several."""

DEEPER: Final = 4
"""How many times more units are asked for when too few of those that were found are fresh."""

DEFAULT_OPTIONS: Final = RecallOptions()


class Asked(NamedTuple):
    """One question, checked."""

    query: str
    limit: int
    sources: tuple[Source, ...]
    at: datetime
    """The moment whose facts are wanted."""

    past: bool
    """Whether facts that have ended are looked at."""

    when: Period
    options: RecallOptions
    explain: bool
    named: NamedDate | None
    """The date that the question names."""

    facts_point: bool
    """Whether facts may help to find turns."""


class Recaller:
    """Recalls from one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose memory.
        clock: Tells now, for facts that have an end.
    """

    def __init__(self, store: KnowledgeStore, scope: Scope, *, clock: Clock = utc_now) -> None:
        self._scope = scope
        self._clock = clock
        self._planes = PlaneSearch(store, scope)
        self._log = DocumentLog(store, scope)

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
        facts_point: bool = True,
    ) -> Recall:
        """The chunks that fit a question, whole, best first.

        Args:
            query: A question in plain words; no part of it is syntax.
            limit: How many chunks at most.
            sources: One alone, facts with notes, or facts with notes and documents.
            as_of: Facts that were true then, in today's wording; now unless given.
            when: Only what was said in this period.
            options: How it is ranked.
            explain: Whether each hit says where the points of its score come from.
            facts_point: Whether facts help to find the turns that they were drawn from.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: The limit is below 0, or the sources are no set that is offered.
        """
        at = checked_moment(as_of, "as_of")
        asked = Asked(
            check_query(query),
            check_limit(limit, required=True),
            checked_sources(sources),
            moment(self._clock) if at is None else at,
            at is not None,
            Period() if when is None else when,
            options,
            explain,
            named_date(query),
            facts_point,
        )
        return self._answer(asked)

    def _answer(self, asked: Asked) -> Recall:
        depth, pointed = self._depth(asked), self._pointed(asked)
        while True:
            found = self._found(asked, depth)
            gate = _gate(found)
            if asked.options.gate is not None and gate < asked.options.gate:
                outcome: Outcome = "below the gate" if found else "nothing matched"
                return Recall(query=_shown(asked.query), hits=(), outcome=outcome, gate=gate)
            chosen, stale, chunks = _Resolving(self._log, asked, pointed).best(found)
            if len(chosen) >= asked.limit or not self._more(found, depth):
                break
            depth *= DEEPER
        hits = [self._hit(each, chunks[each.place], asked) for each in chosen]
        return Recall(
            query=_shown(asked.query),
            hits=tuple(hits),
            outcome="found" if hits else "nothing matched",
            gate=gate,
            stale=stale,
        )

    def _depth(self, asked: Asked) -> int:
        if asked.limit == 0:
            return 0
        wanted = UNITS_FOR_A_CHUNK * asked.limit
        return max(wanted, asked.options.pool) if "traces" in asked.sources else wanted

    def _found(self, asked: Asked, depth: int) -> list[Found]:
        planes = [plane for source in asked.sources for plane in planes_of(source, past=asked.past)]
        return [
            each
            for plane in planes
            for each in self._planes.search(plane, asked.query, limit=depth)
        ]

    def _pointed(self, asked: Asked) -> dict[Place, float]:
        if "traces" not in asked.sources or not asked.facts_point or not asked.limit:
            return {}
        facts = self._planes.search("facts", asked.query, limit=asked.options.pool)
        return pointed_at(facts, weight=facts_weight(asked.options, facts))

    @staticmethod
    def _more(found: Sequence[Found], depth: int) -> bool:
        """Whether a plane may hold more units that match."""
        return any(each.rank == depth - 1 for each in found)

    def _hit(self, ranking: Ranked, chunk: Chunk, asked: Asked) -> Hit:
        best, body = ranking.best, chunk.body
        source: Source = "facts" if best.plane == "facts.past" else best.plane
        parts = ranking.points._asdict()
        return Hit(
            source=source,
            scope=str(self._scope),
            document=chunk.document,
            chunk=chunk.id,
            revision=chunk.revision,
            title=body.title,
            heading=body.heading,
            text=body.text,
            role=body.role,
            writer=body.writer,
            unit=best.row.kind,
            start=best.row.start,
            end=best.row.end,
            score=ranking.points.total,
            similarity=best.similarity,
            ordinal=body.ordinal,
            fact_class=body.fact_class,
            observed_at=body.observed_at,
            valid_from=body.valid_from,
            valid_to=body.valid_to,
            recorded_at=chunk.recorded_at,
            sources=body.sources,
            explanation=Explanation(**parts) if asked.explain else None,
        )


class _Resolving:
    """Takes the best of a ranking, reading no more chunks than that needs."""

    def __init__(self, log: DocumentLog, asked: Asked, facts: dict[Place, float]) -> None:
        self._log = log
        self._asked = asked
        self._facts = facts

    def best(self, found: Sequence[Found]) -> tuple[list[Ranked], int, dict[Place, Chunk]]:
        """The best fresh chunks, how many units were stale, and the chunks that were read."""
        chunks: dict[Place, Chunk] = {}
        kept = [each for each in found if self._asked.when.holds(each.row.said_at)]
        checked: set[Place] = set()
        stale = 0
        while True:
            top = self._ranked(kept)[: self._asked.limit]
            open_places = {each.place for each in top} - checked
            if not open_places:
                return top, stale, chunks
            units = [each for each in kept if _place(each) in open_places]
            chunks |= read_chunks(self._log, needed(units))
            dropped = stale_units(units, chunks)
            stale += len(dropped)
            checked |= open_places
            ended = {place for place in open_places if not self._is_wanted(chunks.get(place))}
            kept = [each for each in kept if each.id not in dropped and _place(each) not in ended]

    def _ranked(self, found: Sequence[Found]) -> list[Ranked]:
        return ranked(
            found,
            options=self._asked.options,
            named=self._asked.named,
            facts=self._facts,
        )

    def _is_wanted(self, chunk: Chunk | None) -> bool:
        return chunk is not None and is_valid(chunk, self._asked.at)


def _place(found: Found) -> Place:
    return (found.row.document, found.row.chunk)


def _gate(found: Sequence[Found]) -> float:
    """Twice the best cosine and the best score: what tells best whether anything answers."""
    cosine = max((each.similarity or 0.0 for each in found), default=0.0)
    return round(2 * cosine + max((each.score for each in found), default=0.0), 6)


def _shown(query: str) -> str:
    """A query as it can be recorded: half a surrogate pair is not storable."""
    return query.encode(errors="replace").decode()
