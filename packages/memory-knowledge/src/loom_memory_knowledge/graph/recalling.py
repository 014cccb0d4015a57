"""Graph recall over one scope: seeds by what facts mean, then the walk, then the budget."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from loom_memory_core import check_query, tokenize
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

CANDIDATES: Final = 6
"""So many subjects at most are read to find the seeds."""

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
            begin = chosen(query, self.found(query, past=as_of is not None), neighbours)
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


def chosen(query: str, found: Sequence[Found], neighbours: Neighbours) -> Seeds:
    """The subjects of the best facts that still say what matched, and are wanted.

    Subjects that the question names go before others, and then those alone: the facts of three
    subjects would leave no room for what lies behind the one that is asked about. Whether a fact
    is wanted is seen when its subject is read, which the walk needs anyway.

    Args:
        query: The question.
        found: Facts that match, best first.
        neighbours: Reads subjects.
    """
    asked = frozenset(tokenize(query))
    fresh: dict[str, list[str]] = {}
    named: list[str] = []
    for document, units in _by_document(found).items():
        around = neighbours.around(document, also=[each.row.chunk for each in units])
        if around is None:
            continue
        facts = {(document, fact.id): fact for fact in around.own}
        stale = stale_units(units, facts)
        kept = [each.row.chunk for each in units if each.id not in stale]
        if kept:
            fresh[document] = kept
            named += [document] if asked.issuperset(tokenize(around.document.head.title)) else []
        if len(fresh) == CANDIDATES or len(named) == SEEDS:
            break
    documents = (named or list(fresh))[:SEEDS]
    matching = {chunk for document in documents for chunk in fresh[document]}
    ranked = dict.fromkeys(each.row.chunk for each in found if each.row.chunk in matching)
    return Seeds(documents, list(ranked))


def _by_document(found: Sequence[Found]) -> dict[str, list[Found]]:
    """Facts by subject, the subject of the best one first."""
    units: dict[str, list[Found]] = {}
    for each in found:
        units.setdefault(each.row.document, []).append(each)
    return units
