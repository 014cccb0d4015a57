"""What an application holds: it remembers and recalls in tiers, and a replay recalls the same."""

from typing import overload

from loom_memory_core import MemoryEntry, MemoryStore, SearchHit, check_limit, check_query
from pydantic import JsonValue

from loom_memory_runtime.clock import Clock, utc_now
from loom_memory_runtime.decision import Decide
from loom_memory_runtime.memory_run import MemoryRun
from loom_memory_runtime.memory_runtime import MemoryRuntime
from loom_memory_runtime.recall import (
    RELEVANT,
    check_decide,
    decision_name,
    entries_of,
    hits_of,
    recorded_entries,
    recorded_hits,
)
from loom_memory_runtime.tier import Policies, Tier


class TieredMemory:
    """An agent's memory in four tiers, over any store.

    Args:
        store: Any store, or a ``MemoryRuntime``, which brings its policies and its clock.
        policies: What differs from ``DEFAULT_POLICIES``, by tier.
        clock: Gives the present moment, with its time zone.

    Raises:
        TypeError: A policy is none, or a runtime came with policies or a clock beside it.

    Examples:
        >>> from loom_memory_core import InMemoryStore
        >>> memory = TieredMemory(InMemoryStore())
        >>> runbook = "Fail over db-7 with pg_ctl promote"
        >>> entry = memory.remember("semantic", "team/db", runbook, role="runbook")
        >>> with memory.execution("incident-42") as run:
        ...     hits = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=5)
        ...     answer = run.decide("answer", lambda: f"{hits[0].entry.content}!")
        >>> answer, run.replaying
        ('Fail over db-7 with pg_ctl promote!', False)
    """

    @overload
    def __init__(self, store: MemoryRuntime) -> None: ...
    @overload
    def __init__(
        self,
        store: MemoryStore,
        *,
        policies: Policies | None = None,
        clock: Clock | None = None,
    ) -> None: ...
    def __init__(
        self,
        store: MemoryStore | MemoryRuntime,
        *,
        policies: Policies | None = None,
        clock: Clock | None = None,
    ) -> None:
        if not isinstance(store, MemoryRuntime):
            store = MemoryRuntime(store, policies=policies, clock=clock or utc_now)
        elif policies is not None or clock is not None:
            raise TypeError("a MemoryRuntime has its own policies and clock; give them to it")
        self.runtime = store

    def remember(
        self,
        tier: Tier,
        scope: str,
        content: JsonValue,
        *,
        role: str | None = None,
        meta: dict[str, JsonValue] | None = None,
    ) -> MemoryEntry:
        """Put one entry at the end of a list, with the present time.

        Args:
            tier: One of the four.
            scope: Whose list.
            content: What is remembered: any JSON value, tainted where it is a third party's.
            role: Who said it.
            meta: Carried along, never searched.

        Returns:
            The entry as it was stored.

        Raises:
            InvalidEntryError: The content is not JSON.
        """
        entry = MemoryEntry(content=content, role=role, meta=meta)
        return self.runtime.append(tier, scope, [entry])[0]

    def recall(
        self, tier: Tier, scope: str, *, limit: int | None = None, decide: Decide | None = None
    ) -> list[MemoryEntry]:
        """The newest entries, in append order.

        Args:
            tier: One of the four.
            scope: Whose list.
            limit: How many at most; all if ``None``.
            decide: An execution's, to have a replay recall the same.

        Raises:
            ValueError: ``limit`` is below 0.
        """
        limit = check_limit(limit)
        if decide is None:
            return self.runtime.read(tier, scope, limit=limit)
        check_decide(decide)
        return entries_of(
            decide(
                decision_name("recall", tier, scope, limit),
                lambda: recorded_entries(self.runtime.read(tier, scope, limit=limit)),
            )
        )

    def recall_relevant(
        self, tier: Tier, scope: str, query: str, *, limit: int = 10, decide: Decide
    ) -> list[SearchHit]:
        """The entries that fit a question best, recorded so that a replay recalls the same.

        Args:
            tier: One of the four.
            scope: Whose list.
            query: Any text.
            limit: How many at most.
            decide: An execution's. It is required: a corpus grows, and the same question would
                give another prompt tomorrow. A tool or a test calls the store's ``search``.

        Raises:
            TypeError: ``decide`` cannot be called.
            SearchUnsupportedError: The store has no ``search``.
            ReplayDivergedError: Another question was recorded at this place.
            ValueError: ``limit`` is below 0.
        """
        check_decide(decide)
        query, limit = check_query(query), check_limit(limit, required=True)
        return hits_of(
            decide(
                decision_name(RELEVANT, tier, scope, query, limit),
                lambda: recorded_hits(
                    query, limit, self.runtime.search(tier, scope, query, limit=limit)
                ),
            )
        )

    def execution(self, execution: str) -> MemoryRun:
        """A run of an execution: what is recorded replays, the rest is decided.

        Args:
            execution: Names the execution: text of 1 to 300 bytes.

        Raises:
            InvalidKeyError: The id cannot name a log.
        """
        return MemoryRun(self, execution)

    def replay(self, execution: str) -> MemoryRun:
        """A run that decides nothing anew and writes nothing; see ``DecisionLog.replay``.

        Raises:
            InvalidKeyError: The id cannot name a log.
        """
        return MemoryRun(self, execution, may_record=False)
