"""Knowledge's graph recall as a traversal: seeds from the question, then the walk."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from loom_memory_core import InMemoryStore
from loom_memory_knowledge import GraphLimits, Knowledge

from loom_memory_bench.isolation.traversal import Traversal
from loom_memory_bench.isolation.world import WorldFact


class GraphRecallTraversal:
    """Walks knowledge that holds the facts of a world, each with its edges.

    Args:
        knowledge: Where they are.
        facts: For the id of each chunk, the fact's.
    """

    def __init__(self, knowledge: Knowledge, facts: Mapping[str, str]) -> None:
        self._knowledge = knowledge
        self._facts = facts

    def reach(self, question: str, *, hops: int, limit: int) -> list[str]:
        """The facts reached, nearest first; the facts of the seeds are the first hop."""
        limits = GraphLimits(hops=hops - 1, budget_chars=None)
        found = self._knowledge.graph_recall(question, limits=limits)
        return [self._facts[each.chunk] for each in found.facts][:limit]


@contextmanager
def graph_recall(facts: Sequence[WorldFact]) -> Iterator[Traversal]:
    """Graph recall over facts, in a store in memory."""
    knowledge = Knowledge(InMemoryStore(), "tenant/world")
    chunks = {
        knowledge.remember(
            fact.text,
            about=f"object:{fact.subject}",
            also_about=[f"object:{each}" for each in fact.targets],
        ).id: fact.id
        for fact in facts
    }
    yield GraphRecallTraversal(knowledge, chunks)
