"""Read by mypy and never run: what the types refuse, and what they let through."""

from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore, SearchHit
from loom_memory_runtime import (
    Decide,
    DecisionLog,
    MemoryRuntime,
    Policies,
    TieredMemory,
    TierPolicy,
    fence,
)

store = InMemoryStore()
three_verbs: MemoryStore = store
memory = TieredMemory(three_verbs, policies={"working": TierPolicy(max_entries=3)})
decide: Decide = DecisionLog(store).execution("e").decide

hits: list[SearchHit] = memory.recall_relevant("semantic", "s", "q", limit=5, decide=decide)
tail: list[MemoryEntry] = memory.recall("working", "s", limit=5)
text: str = fence(hits, origin="wiki") + fence(tail)

with memory.execution("e") as run:
    found: list[SearchHit] = run.recall_relevant("semantic", "s", "q", limit=5)
    passed_about: Decide = run.decide

memory.recall_relevant("semantic", "s", "q", limit=5)  # type: ignore[call-arg]
memory.recall_relevant("semantic", "s", "q", limit=5, decide=None)  # type: ignore[arg-type]
memory.recall_relevant("semantic", "s", "q", decide=lambda: 1)  # type: ignore[arg-type,misc]
memory.recall("long", "s")  # type: ignore[arg-type]
wrong: Policies = {"long": TierPolicy()}  # type: ignore[dict-item]
TierPolicy(ttl_minutes=5)  # type: ignore[call-arg]
TieredMemory(MemoryRuntime(store), policies={})  # type: ignore[call-overload]
