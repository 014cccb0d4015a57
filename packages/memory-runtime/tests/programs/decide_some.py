"""Runs one execution beside other processes, and remembers what it was given and what it made."""

# ruff: noqa: T201 - a program talks to its parent

import json
import sys

from loom_memory_core import MemoryEntry, opened
from loom_memory_runtime import DecisionLog

url, (name, number) = sys.argv[1], json.loads(sys.argv[2])

with opened(url) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    with DecisionLog(store).execution("shared") as run:
        given = [
            run.decide(f"step {at}", lambda at=at: f"{name} {at}")  # type: ignore[misc]
            for at in range(number)
        ]
    store.append(f"given/{name}", [MemoryEntry(content=each) for each in given])
print("done", flush=True)
