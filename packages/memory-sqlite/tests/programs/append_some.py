"""Appends a number of entries one by one, then says that it is done."""

# ruff: noqa: T201 - a program talks to its parent

import json
import sys

from loom_memory_core import MemoryEntry, open_store, require

url = sys.argv[1]
name, entries = json.loads(sys.argv[2])

print("ready", flush=True)
sys.stdin.readline()
store = require(open_store(url), "close")
for number in range(entries):
    store.append("k", [MemoryEntry(content=f"{name} {number}")])
store.close()
print("done", flush=True)
