"""Appends until the file may not grow, and says what happened."""

# ruff: noqa: T201 - a program talks to its parent

import json
import resource
import sys

from loom_memory_core import LoomError, MemoryEntry, open_store, require

url = sys.argv[1]
(limit_bytes,) = json.loads(sys.argv[2])

store = require(open_store(url), "close")
resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, resource.RLIM_INFINITY))
kept = 0
error = None
while error is None and kept < 10_000:
    try:
        store.append("k", [MemoryEntry(content=f"entry {kept} " + "words " * 50)])
        kept += 1
    except LoomError as caught:
        error = type(caught).__name__
readable = len(store.read("k"))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.append("k", [MemoryEntry(content="after")])
store.close()
print(json.dumps([error, kept, readable]), flush=True)
