"""A run of an execution that recalls and remembers: each of it is one of its decisions."""

import hashlib
from typing import TYPE_CHECKING

from loom_memory_core import MemoryEntry, SearchHit, supports
from pydantic import JsonValue

from loom_memory_runtime.recall import decision_name, entries_of, recorded_entries
from loom_memory_runtime.run import Run
from loom_memory_runtime.tier import Tier
from loom_memory_runtime.tier_key import tier_key

if TYPE_CHECKING:
    from loom_memory_runtime.tiered_memory import TieredMemory


class MemoryRun(Run):
    """One run of an execution over a memory; ``TieredMemory.execution`` makes one.

    Args:
        memory: What it recalls from; its store holds the log.
        execution: Names the execution.
        may_record: Whether a decision that the log does not hold may be made.

    Raises:
        InvalidKeyError: The id cannot name a log.
    """

    def __init__(self, memory: "TieredMemory", execution: str, *, may_record: bool = True) -> None:
        runtime = memory.runtime
        super().__init__(runtime.store, execution, clock=runtime.clock, may_record=may_record)
        self._memory = memory

    def recall(self, tier: Tier, scope: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest entries, as ``TieredMemory.recall`` gives them; recorded."""
        return self._memory.recall(tier, scope, limit=limit, decide=self.decide)

    def recall_relevant(
        self, tier: Tier, scope: str, query: str, *, limit: int = 10
    ) -> list[SearchHit]:
        """The best hits, as ``TieredMemory.recall_relevant`` gives them; recorded."""
        return self._memory.recall_relevant(tier, scope, query, limit=limit, decide=self.decide)

    def remember(
        self,
        tier: Tier,
        scope: str,
        content: JsonValue,
        *,
        role: str | None = None,
        meta: dict[str, JsonValue] | None = None,
    ) -> MemoryEntry:
        """Remember something once, however often the execution is run.

        The entry's id is made of the execution and the place in it, so that a run which died
        after it was stored does not store it again.

        Returns:
            The entry as it was stored.

        Raises:
            InvalidEntryError: The content is not JSON.
        """
        mark = hashlib.sha256(f"{self.position} {self.execution}".encode()).hexdigest()
        entry = MemoryEntry(content=content, role=role, meta=meta, id=f"run/{mark}")
        name = decision_name("remember", tier, scope, entry.to_json())
        recorded = self.decide(name, lambda: recorded_entries([self._stored(tier, scope, entry)]))
        return entries_of(recorded)[0]

    def _stored(self, tier: Tier, scope: str, entry: MemoryEntry) -> MemoryEntry:
        store, key = self._memory.runtime.store, tier_key(tier, scope)
        rows = store.get(key, [entry.id]) if supports(store, "get") else store.read(key)
        found = [row for row in rows if row.id == entry.id]
        return found[0] if found else self._memory.runtime.append(tier, scope, [entry])[0]
