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
from loom_memory_knowledge.recall.recaller import Recaller
from loom_memory_knowledge.recall.request import checked_moment
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Subjects

SEEDS: Final = 3
"""A walk from a question begins at so many subjects at most."""

FACTS_FOR_SEEDS: Final = 8
"""The best facts whose subjects are the seeds."""

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
        recaller: Finds the seeds.
        clock: Tells now.
    """

    def __init__(
        self,
        store: KnowledgeStore,
        scope: Scope,
        *,
        subjects: Subjects,
        recaller: Recaller,
        clock: Clock,
    ) -> None:
        self._store = store
        self._scope = scope
        self._subjects = subjects
        self._recaller = recaller
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
        if query is None:
            begin = Seeds(self._named(seeds))
        else:
            begin = self.seeds(query, as_of=as_of, withheld=withheld)
        neighbours = Neighbours(self._store, self._scope, at=at, withheld=withheld)
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

    def seeds(
        self, query: str, *, as_of: datetime | None = None, withheld: Collection[str] = ()
    ) -> Seeds:
        """The subjects whose facts fit a question best.

        Facts are searched, and not titles: a subject is what is known about it.
        """
        limit = FACTS_FOR_SEEDS + len(withheld)
        found = self._recaller.recall(
            check_query(query), limit=limit, sources=["facts"], as_of=as_of
        )
        hits = [hit for hit in found.hits if hit.chunk not in withheld][:FACTS_FOR_SEEDS]
        documents = dict.fromkeys(hit.document for hit in hits)
        return Seeds(list(documents)[:SEEDS], [hit.chunk for hit in hits])

    def _named(self, seeds: Sequence[str]) -> list[str]:
        if isinstance(seeds, str):
            raise TypeError(f"seeds is {seeds!r}, a str; pass a list: [{seeds!r}]")
        known = (self._subjects.known(each) for each in seeds)
        return [each.document for each in known if each is not None]
