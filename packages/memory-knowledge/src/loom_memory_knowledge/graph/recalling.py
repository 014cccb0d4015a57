"""Graph recall over one scope: seeds by what facts mean, then the walk, then the budget."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from loom_memory_core import check_query
from loom_memory_runtime import Clock, moment

from loom_memory_knowledge.graph.neighbours import Neighbours
from loom_memory_knowledge.graph.result import GraphRecall
from loom_memory_knowledge.graph.walk import FRONTIER, Walk, within
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.found import Found, PlaneSearch
from loom_memory_knowledge.recall.freshness import stale_units
from loom_memory_knowledge.recall.request import checked_moment, planes_of
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Subjects

SEEDS: Final = 3
"""A walk from a question begins at so many subjects at most."""

FACTS_FOR_SEEDS: Final = 24
"""So many facts that match are looked at; the subjects of the best are the seeds."""

MAX_HOPS: Final = 8


class GraphLimits(NamedTuple):
    """How far a walk goes."""

    hops: int = 2
    """How many edges deep, 0 to 8."""

    budget_chars: int | None = 4_000
    """Characters of facts and names; ``None`` for no end."""

    frontier: int = FRONTIER
    """Subjects walked to at each depth, at least 1."""

    def checked(self) -> "GraphLimits":
        """The same, if they are in their ranges.

        Raises:
            ValueError: One is not.
        """
        if not 0 <= self.hops <= MAX_HOPS:
            raise ValueError(f"hops is {self.hops}; pass 0 to {MAX_HOPS}")
        if self.budget_chars is not None and self.budget_chars < 0:
            raise ValueError(f"budget_chars is {self.budget_chars}; pass 0 or more, or None")
        if self.frontier < 1:
            raise ValueError(f"frontier is {self.frontier}; pass 1 or more")
        return self


DEFAULT_LIMITS: Final = GraphLimits()


class Seeds(NamedTuple):
    """Where a walk begins."""

    documents: list[str]
    """Of subjects, the most wanted first."""

    matching: Sequence[str] = ()
    """The ids of the facts that fit the question, best first."""


class GraphRecaller:
    """Recalls along the edges of one scope.

    Args:
        store: Any store that can hold knowledge.
        scope: Whose.
        subjects: The registry of the scope.
        clock: Tells now.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        subjects: Subjects,
        clock: Clock,
    ) -> None:
        self._store = store
        self._scope = scope
        self._subjects = subjects
        self._planes = PlaneSearch(store, scope)
        self._clock = clock

    def recall(
        self,
        query: str | None = None,
        *,
        seeds: Sequence[str] = (),
        limits: GraphLimits = DEFAULT_LIMITS,
        as_of: datetime | None = None,
        withheld: Collection[str] = (),
    ) -> GraphRecall:
        """The facts around a question or around named subjects, nearest first.

        Args:
            query: A question in plain words; the subjects of the facts that fit it are the seeds.
            seeds: Subjects to begin at instead, such as ``person:Bob``; one that is not on file
                is left out.
            limits: How far to walk, and how much to tell.
            as_of: Facts that were true then; now unless given.
            withheld: Ids of facts that are neither walked nor told.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: Neither a query nor seeds are given, or both; or a limit is out of range.
        """
        if (query is None) is not bool(seeds):
            raise ValueError("pass a query or seeds, and not both")
        checked = limits.checked()
        at = checked_moment(as_of, "as_of") or moment(self._clock)
        neighbours = Neighbours(self._store, self._scope, at=at, withheld=withheld)
        if query is None:
            begin = Seeds(self._named(seeds))
        else:
            begin = chosen(self.found(query, past=as_of is not None), neighbours)
        scope, frontier = str(self._scope), checked.frontier
        walk = Walk(neighbours, scope, frontier=frontier, matching=begin.matching)
        walked = walk.run(begin.documents, hops=checked.hops)
        facts, subjects, beyond = within(walked.facts, walked.subjects, checked.budget_chars)
        return GraphRecall(
            query=None if query is None else query.encode(errors="replace").decode(),
            seeds=tuple(each.subject for each in walked.subjects if each.hops == 0),
            facts=tuple(facts),
            subjects=tuple(subjects),
            beyond_frontier=walked.beyond_frontier,
            beyond_budget=beyond,
            tails=walked.tails,
        )

    def found(self, query: str, *, past: bool = False) -> list[Found]:
        """The facts that match a question, best first, as the index has them.

        Facts are searched, and not titles: a subject is what is known about it.
        """
        asked = check_query(query)
        found = [
            each
            for plane in planes_of("facts", past=past)
            for each in self._planes.search(plane, asked, limit=FACTS_FOR_SEEDS)
        ]
        return sorted(found, key=lambda each: (-each.score, each.rank))

    def _named(self, seeds: Sequence[str]) -> list[str]:
        if isinstance(seeds, str):
            raise TypeError(f"seeds is {seeds!r}, a str; pass a list: [{seeds!r}]")
        known = (self._subjects.known(each) for each in seeds)
        return [each.document for each in known if each is not None]


def chosen(found: Sequence[Found], neighbours: Neighbours) -> Seeds:
    """The subjects of the best facts that still say what matched, and are wanted.

    Whether they do is seen when a subject is read, which the walk needs anyway.

    Args:
        found: Facts that match, best first.
        neighbours: Reads subjects.
    """
    by_document: dict[str, list[Found]] = {}
    for each in found:
        by_document.setdefault(each.row.document, []).append(each)
    documents: list[str] = []
    matching: set[str] = set()
    for document, units in by_document.items():
        if len(documents) == SEEDS:
            break
        around = neighbours.around(document, also=[each.row.chunk for each in units])
        facts = {} if around is None else {(document, fact.id): fact for fact in around.own}
        stale = stale_units(units, facts)
        fresh = {each.row.chunk for each in units if each.id not in stale}
        if fresh:
            documents.append(document)
            matching |= fresh
    ranked = dict.fromkeys(each.row.chunk for each in found if each.row.chunk in matching)
    return Seeds(documents, list(ranked))
