"""What an agent holds: recall and writing within what its operator granted, and no further."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, NoReturn

from loom_memory_core import MemoryStore
from loom_memory_runtime import Clock, Decide, utc_now
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk, FactClass
from loom_memory_knowledge.consolidation.extracted import Extractor
from loom_memory_knowledge.consolidation.report import Consolidated
from loom_memory_knowledge.consolidation.waiting import Waited
from loom_memory_knowledge.grants.deciding import decision_name, refused
from loom_memory_knowledge.grants.gathering import Gathering, Question
from loom_memory_knowledge.grants.grants import Grants
from loom_memory_knowledge.grants.placing import placed
from loom_memory_knowledge.grants.response import AgentRecall, recorded, response_of
from loom_memory_knowledge.grants.source_turns import Budget
from loom_memory_knowledge.graph.recalling import DEFAULT_LIMITS, GraphLimits
from loom_memory_knowledge.graph.result import GraphRecall
from loom_memory_knowledge.keys import Source
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.recall.request import checked_moment, checked_sources
from loom_memory_knowledge.recall.result import Period
from loom_memory_knowledge.scope import Scope
from loom_memory_knowledge.subjects.filing import Standing
from loom_memory_knowledge.subjects.placement import Declared, Placement
from loom_memory_knowledge.subjects.registry import Known
from loom_memory_knowledge.writing.authoring import NO_TIMES, Times
from loom_memory_knowledge.writing.sessions import Ticket, session_document
from loom_memory_knowledge.writing.turn import Turn

DEFAULT_BUDGET: Final = Budget()


class Placed(NamedTuple):
    """What was remembered, and why where."""

    chunk: Chunk
    placement: Placement


class AgentMemory:
    """The memory of one agent, as its operator granted it.

    No call takes a grant, and nothing that a prompt says reaches one. What is recalled goes
    through ``decide``, so that a replay recalls what was recalled.

    Args:
        store: Any store that can hold knowledge.
        grants: What the agent may do; fixed for good.
        decide: Records what is recalled; ``run.decide`` of an execution.
        run: The name of the session that the agent is in now; its own turns are never attached.
        budget: How much of what was said may stand beside a recall.
        clock: Gives the time of what is written.

    Raises:
        TypeError: ``grants`` is no ``Grants``, or ``decide`` cannot be called.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> from loom_memory_runtime import DecisionLog
        >>> store = InMemoryStore()
        >>> with DecisionLog(store).execution("standup-7") as run:
        ...     memory = AgentMemory(store, Grants(scopes=("user/ada",)), decide=run.decide)
        ...     placed = memory.remember("Bob is on call.", about="person:Bob")
        ...     [hit.text for hit in memory.recall("Who is on call?").hits]
        ['Bob is on call.']
    """

    __slots__ = ("_clock", "_decide", "_gathering", "_grants", "_store")

    _clock: Clock
    _decide: Decide
    _gathering: Gathering
    _grants: Grants
    _store: MemoryStore

    def __init__(
        self,
        store: MemoryStore,
        grants: Grants,
        *,
        decide: Decide,
        run: str | None = None,
        budget: Budget = DEFAULT_BUDGET,
        clock: Clock = utc_now,
    ) -> None:
        if type(grants) is not Grants:
            raise TypeError(f"grants is a {type(grants).__name__}; the operator passes Grants(...)")
        if not callable(decide):
            raise TypeError(f"decide is {decide!r}; pass the decide of an execution")
        without = None if run is None else session_document(run)
        held: dict[str, object] = {
            "_store": store,
            "_grants": grants,
            "_decide": decide,
            "_clock": clock,
            "_gathering": Gathering(store, grants, budget=budget, without=without, clock=clock),
        }
        for name, value in held.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{name!r} of an AgentMemory cannot be set: its grants are for good")

    def __init_subclass__(cls, **_more: Any) -> None:  # noqa: ANN401 - whatever is passed
        raise TypeError("AgentMemory has no subclasses: what it may do is said by its grants alone")

    def __reduce__(self) -> NoReturn:
        raise TypeError("an AgentMemory is not pickled; make one from the operator's grants")

    @property
    def grants(self) -> Grants:
        """What was granted."""
        return self._grants

    @property
    def embedding(self) -> str | None:
        """The embedding space that the store compares texts in, if it has one."""
        return self._knowledge(self._grants.own_scope).embedding

    def recall(
        self,
        query: str,
        *,
        limit: int = 8,
        as_of: datetime | None = None,
        when: Period | None = None,
    ) -> AgentRecall:
        """What the agent knows that fits a question, from all that it may read at once.

        Args:
            query: A question in plain words.
            limit: How many hits at most.
            as_of: Facts that were true then.
            when: Only what was said in this period.

        Returns:
            Hits, best first; with the trace grant ``source_turns`` beside them.

        Raises:
            ReplayDivergedError: The execution recalled something else at this place.
        """
        sources = tuple(each for each in self._grants.sources if each != "traces") or ("traces",)
        return self.search(query, sources=sources, limit=limit, as_of=as_of, when=when)

    def search(
        self,
        query: str,
        *,
        sources: Sequence[Source],
        limit: int = 8,
        as_of: datetime | None = None,
        when: Period | None = None,
    ) -> AgentRecall:
        """Like ``recall``, in some of the sources that were granted.

        Raises:
            NotGrantedError: One of the sources was not granted; nothing was read.
        """
        chosen = checked_sources(sources)
        if not self._grants.allows(chosen):
            raise refused(f"sources {list(chosen)}", f"its sources are {self._grants.sources}")
        moment = checked_moment(as_of, "as_of")
        question = Question(query, limit, chosen, moment, when)
        name = decision_name("knowledge.recall", *question[:3], question.times(), self._grants)
        answer = self._decide(name, lambda: recorded(self._gathering.answer(question)))
        return response_of(answer)

    def graph_recall(
        self,
        query: str,
        *,
        limits: GraphLimits = DEFAULT_LIMITS,
        as_of: datetime | None = None,
        withheld: Collection[str] = (),
    ) -> GraphRecall:
        """The facts around a question, of all scopes that the agent may read, nearest first.

        No edge leads from one scope into another. The turns that facts were drawn from are named
        only with the trace grant.

        Raises:
            NotGrantedError: The source ``facts`` was not granted; nothing was read.
            ReplayDivergedError: The execution recalled something else at this place.
        """
        if not self._grants.allows(["facts"]):
            raise refused("the source 'facts'", f"its sources are {self._grants.sources}")
        moment, hidden = checked_moment(as_of, "as_of"), tuple(sorted(withheld))
        name = decision_name("knowledge.graph", query, limits, str(moment), hidden, self._grants)
        answer = self._decide(
            name,
            lambda: self._gathering.graph(
                query, limits=limits, as_of=moment, withheld=hidden
            ).to_meta(),
        )
        return GraphRecall.model_validate(answer)

    def remember(
        self,
        text: JsonValue,
        *,
        about: str | None = None,
        declared: Declared | None = None,
        fact_class: FactClass = "fact",
        also_about: Sequence[str] = (),
        times: Times = NO_TIMES,
    ) -> Placed:
        """Write a fact about a subject, where the subject belongs; or a note of the agent's own.

        Args:
            text: What is to be remembered.
            about: The subject, such as ``person:Bob``; without one it is a note.
            declared: Whether the subject is private or shared, if the caller knows.
            fact_class: What kind of fact.
            also_about: Other subjects that the fact points at, in the same scope.
            times: When it was said, and when it is true.

        Returns:
            The chunk, and the scope it went to with the reason.
        """
        own, shared = self._grants.own_scope, self._shared()
        subjects = None if shared is None else self._knowledge(shared).subjects
        placement = placed(about, declared, own=own, shared=shared, subjects=subjects)
        knowledge = self._knowledge(placement.scope)
        chunk = knowledge.remember(
            text,
            about=about,
            also_about=also_about,
            fact_class=fact_class,
            times=times,
        )
        return Placed(chunk, placement)

    def add(self, turns: Sequence[Turn], *, session: str, infer: bool = True) -> Ticket:
        """File turns in a session of the agent's own scope; see ``Knowledge.add``."""
        return self._knowledge(self._grants.own_scope).add(turns, session=session, infer=infer)

    def wait(self, ticket: Ticket, *, timeout: float = 30.0) -> Waited:
        """Wait until the facts of what was added have landed; see ``Knowledge.wait``."""
        return self._knowledge(self._grants.own_scope).wait(ticket, timeout=timeout)

    def consolidate(self, extractor: Extractor, *, limit: int | None = None) -> Consolidated:
        """Draw facts from what the agent added.

        They stay in the agent's own scope, whoever they are about: the turns that they are
        drawn from are the agent's own, and so are the quotes beside them.

        Raises:
            NotGrantedError: ``consolidate`` was not granted; nothing was read.
            LeaseHeldError: Another holds the scope.
        """
        if not self._grants.consolidate:
            raise refused("to consolidate", "consolidate is not in its grants")
        return self._knowledge(self._grants.own_scope).consolidate(extractor, limit=limit)

    def propose_subject(self, subject: str, *, evidence: str) -> Standing:
        """Propose a subject to the shared scope; a curator decides, and nothing changes until then.

        Raises:
            NotGrantedError: No shared scope was granted.
        """
        shared = self._shared()
        if shared is None:
            raise refused("a shared scope", f"its scopes are {self._grants.scopes}")
        by = str(self._grants.own_scope)
        return self._knowledge(shared).subjects.propose(subject, evidence=evidence, by=by)

    def adopt_subject(self, subject: str) -> Known:
        """File a proposed subject in the shared scope.

        Raises:
            NotGrantedError: The agent is no curator, or no shared scope was granted.
        """
        return self._curated().subjects.adopt(subject)

    def reject_subject(self, subject: str) -> Standing:
        """Turn a proposed subject down for good.

        Raises:
            NotGrantedError: The agent is no curator, or no shared scope was granted.
        """
        return self._curated().subjects.reject(subject, by=str(self._grants.own_scope))

    def _curated(self) -> Knowledge:
        shared = self._shared()
        if not self._grants.curator or shared is None:
            raise refused("to curate a shared scope", "curator is not in its grants")
        return self._knowledge(shared)

    def _shared(self) -> Scope | None:
        return next((each for each in self._grants.all_scopes[1:] if each.kind == "tenant"), None)

    def _knowledge(self, scope: Scope) -> Knowledge:
        return Knowledge(self._store, scope, clock=self._clock)
