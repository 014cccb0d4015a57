"""Gathering an agent's answer from all scopes that it may read."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from loom_memory_core import MemoryStore
from loom_memory_runtime import Clock

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.document_log import DocumentLog
from loom_memory_knowledge.grants.grants import Grants
from loom_memory_knowledge.grants.response import AgentRecall, TracedRecall
from loom_memory_knowledge.grants.source_turns import Budget, source_turns
from loom_memory_knowledge.graph.recalling import GraphLimits, GraphRecaller
from loom_memory_knowledge.graph.result import GraphRecall
from loom_memory_knowledge.graph.walk import within
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.knowledge_store import KnowledgeStore
from loom_memory_knowledge.recall.freshness import read_chunks
from loom_memory_knowledge.recall.recaller import Recaller
from loom_memory_knowledge.recall.result import Hit, Outcome, Period, Recall
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.registry import Subjects


class Question(NamedTuple):
    """What an agent asks."""

    query: str
    limit: int
    sources: tuple[Source, ...]
    as_of: datetime | None = None
    when: Period | None = None

    def times(self) -> tuple[str, ...]:
        """The times in it, as text."""
        when = self.when or Period()
        return tuple(str(each) for each in (self.as_of, when.start, when.end))


class Gathering:
    """Asks every granted scope, and puts the best of all together.

    Args:
        store: Holds the scopes.
        grants: Which they are, and whether turns stand beside the hits.
        budget: How much of those turns.
        without: The session whose turns are never attached.
        clock: Tells now.
    """

    def __init__(
        self,
        store: MemoryStore,
        grants: Grants,
        *,
        budget: Budget,
        without: str | None,
        clock: Clock,
    ) -> None:
        rows = KnowledgeStore(store)
        self._grants = grants
        self._budget = budget
        self._without = without
        self._recallers = {scope: Recaller(rows, scope, clock=clock) for scope in grants.all_scopes}
        self._graphs = {
            scope: GraphRecaller(
                rows, scope, subjects=Subjects(rows, scope, clock=clock), clock=clock
            )
            for scope in grants.all_scopes
        }
        self._logs = {scope: DocumentLog(rows, scope) for scope in grants.all_scopes}

    def answer(self, question: Question) -> AgentRecall:
        """The best hits of all scopes; with the trace grant, the turns beside them."""
        recalls = [self._recalled(each, question, question.sources) for each in self._recallers]
        recall = _together(recalls, question)
        bare = [hit.model_copy(update={"sources": ()}) for hit in recall.hits]
        plain = recall.model_copy(update={"hits": tuple(bare)})
        if not self._grants.attach_traces:
            return plain
        drawn_from = [each for hit in recall.hits for each in self._drawn_from(hit)]
        wanted = [*drawn_from, *self._matching(question)]
        turns = source_turns(wanted, budget=self._budget, without=self._without)
        return TracedRecall(**dict(plain), source_turns=turns)

    def graph(
        self,
        query: str,
        *,
        limits: GraphLimits,
        as_of: datetime | None,
        withheld: Collection[str],
    ) -> GraphRecall:
        """The neighbourhoods of a question in all scopes, nearest first, within one budget."""
        endless = limits.checked()._replace(budget_chars=None)
        found = [
            each.recall(query, limits=endless, as_of=as_of, withheld=withheld)
            for each in self._graphs.values()
        ]
        facts = sorted((fact for each in found for fact in each.facts), key=lambda fact: fact.hops)
        if not self._grants.attach_traces:
            facts = [fact.model_copy(update={"sources": ()}) for fact in facts]
        names = (subject for each in found for subject in each.subjects)
        subjects = sorted(names, key=lambda subject: subject.hops)
        told, named, beyond = within(facts, subjects, limits.budget_chars)
        return GraphRecall(
            query=found[0].query,
            seeds=tuple(seed for each in found for seed in each.seeds),
            facts=tuple(told),
            subjects=tuple(named),
            beyond_frontier=sum(each.beyond_frontier for each in found),
            beyond_budget=beyond,
            tails=sum(each.tails for each in found),
        )

    def _recalled(self, scope: Scope, question: Question, sources: Sequence[Source]) -> Recall:
        return self._recallers[scope].recall(
            question.query,
            limit=question.limit,
            sources=sources,
            as_of=question.as_of,
            when=question.when,
            facts_point="facts" in self._grants.sources,
        )

    def _matching(self, question: Question) -> list[Hit]:
        """The turns that match the question, of all scopes, best first."""
        recalls = [self._recalled(each, question, ["traces"]) for each in self._recallers]
        return list(_together(recalls, question).hits)

    def _drawn_from(self, hit: Hit) -> list[Hit]:
        """The turns that a fact was drawn from, as hits."""
        scope = Scope.parse(hit.scope)
        places = [(each.document, each.chunk) for each in hit.sources]
        chunks = read_chunks(self._logs[scope], places)
        return [_turn(hit, chunks[place]) for place in places if place in chunks]


def _together(recalls: Sequence[Recall], question: Question) -> Recall:
    """One recall of several; equal scores keep the order of the scopes."""
    hits = sorted((hit for each in recalls for hit in each.hits), key=lambda hit: -hit.score)
    outcomes = {each.outcome for each in recalls}
    outcome: Outcome = next(
        each for each in ("found", "below the gate", "nothing matched") if each in outcomes
    )
    return recalls[0].model_copy(
        update={
            "hits": tuple(hits[: question.limit]),
            "outcome": outcome,
            "gate": max((each.gate or 0.0 for each in recalls), default=None),
            "stale": sum(each.stale for each in recalls),
        }
    )


def _turn(fact: Hit, turn: Chunk) -> Hit:
    return fact.model_copy(
        update={
            "source": "traces",
            "document": turn.document,
            "chunk": turn.id,
            "text": turn.body.text,
            "role": turn.body.role,
            "observed_at": turn.body.observed_at,
            "ordinal": turn.body.ordinal,
        }
    )
