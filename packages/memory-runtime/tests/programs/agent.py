"""An agent that lives for one sentence: it answers with what it remembers, and remembers it."""

# ruff: noqa: T201 - a program talks to its parent

import sys
from uuid import uuid4

from loom_memory_core import MemoryEntry, MemoryStore, opened, supports
from loom_memory_runtime import MemoryRun, TieredMemory

url, said = sys.argv[1:]


def known(store: MemoryStore, run: MemoryRun) -> list[MemoryEntry]:
    """What fits best, where the store can search; else what was said last."""
    if not supports(store, "search"):
        return run.recall("semantic", "user/ada", limit=1)
    hits = run.recall_relevant("semantic", "user/ada", said, limit=1)
    return [hit.entry for hit in hits]


with opened(url) as store, TieredMemory(store).execution(str(uuid4())) as run:
    entries = known(store, run)
    print(f"You said: {entries[0].content}" if entries else "I know nothing yet.")
    run.remember("semantic", "user/ada", said, role="user")
