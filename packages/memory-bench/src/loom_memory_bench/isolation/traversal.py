"""What walks: a seam for any traversal, and a plain breadth-first one."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from loom_memory_bench.isolation.world import WorldFact


class Traversal(Protocol):
    """Facts that a walk reaches from what a question is about."""

    def reach(self, question: str, *, hops: int, limit: int) -> Sequence[str]:
        """The ids of the facts reached, in the order in which they were.

        Args:
            question: As a user asks it; it names where to begin.
            hops: How many edges deep the walk may go.
            limit: At most so many facts.
        """
        ...


MakeTraversal = Callable[[Sequence[WorldFact]], AbstractContextManager[Traversal]]
"""Puts facts with their edges where a traversal walks them."""


class BreadthFirst:
    """A walk along the edges both ways, nearest facts first: the reference.

    From a name it goes to the facts about it, then to those whose edges lead to it; from a fact,
    to the names at both of its ends.

    Args:
        facts: What it walks, with their edges.
    """

    def __init__(self, facts: Sequence[WorldFact]) -> None:
        self._at: dict[str, dict[str, WorldFact]] = {}
        for fact in facts:
            self._at.setdefault(fact.subject, {})[fact.id] = fact
        for fact in facts:
            for target in fact.targets:
                self._at.setdefault(target, {})[fact.id] = fact

    def reach(self, question: str, *, hops: int, limit: int) -> list[str]:
        """The facts reached from the names in the question."""
        frontier = [name for name in self._at if name in question]
        reached: dict[str, None] = {}
        seen = set(frontier)
        for _ in range(hops):
            following: list[str] = []
            for fact in (fact for name in frontier for fact in self._at[name].values()):
                reached.setdefault(fact.id)
                following += [each for each in (fact.subject, *fact.targets) if each not in seen]
                seen.update(following)
            frontier = following
        return list(reached)[:limit]


@contextmanager
def breadth_first(facts: Sequence[WorldFact]) -> Iterator[Traversal]:
    """The reference over facts."""
    yield BreadthFirst(facts)
