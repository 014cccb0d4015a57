"""An agent that lives for one sentence: it answers with what it remembers, and remembers it."""

# ruff: noqa: T201 - a program talks to its parent

import sys
from uuid import uuid4

from loom_memory_core import opened
from loom_memory_runtime import TieredMemory

url, said = sys.argv[1:]

with opened(url) as store, TieredMemory(store).execution(str(uuid4())) as run:
    hits = run.recall_relevant("semantic", "user/ada", said, limit=1)
    print(f"You said: {hits[0].entry.content}" if hits else "I know nothing yet.")
    run.remember("semantic", "user/ada", said, role="user")
