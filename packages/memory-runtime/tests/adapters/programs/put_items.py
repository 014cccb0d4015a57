"""Puts items of its own, and versions of one that all processes put, into a LangGraph store."""

# ruff: noqa: T201 - a program talks to its parent

import json
import sys

from loom_memory_core import opened
from loom_memory_runtime.adapters.langgraph import LoomStore

url, (name, number) = sys.argv[1], json.loads(sys.argv[2])

with opened(url) as store:
    memory = LoomStore(store, "items")
    print("ready", flush=True)
    sys.stdin.readline()
    for at in range(number):
        memory.put(("own", name), str(at), {"text": f"{name} {at}"})
        memory.put(("shared",), "last", {"text": f"{name} {at}"})
        if at % 10 == 9:
            memory.delete(("own", name), str(at))
print("done", flush=True)
