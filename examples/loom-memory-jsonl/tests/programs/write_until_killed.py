"""Write under k: argv is folder, verb, and either ``limit BYTES`` or ``kill EVENT STEP``."""

import os
import resource
import signal
import sys
from itertools import count

from loom_memory_core import MemoryEntry, StoreUrl, StoreWriteError

from loom_memory_jsonl.options import JsonlOptions
from loom_memory_jsonl.store import JsonlMemoryStore

folder, verb, how, *rest = sys.argv[1:]
store = JsonlMemoryStore(JsonlOptions(url=StoreUrl.parse(f"jsonl:///{folder}")))
steps = count(1)


def die(event: str, arguments: tuple[object, ...]) -> None:
    """Kill this process before one step of the store's."""
    if event == rest[0] and folder in str(arguments[0]) and next(steps) == int(rest[1]):
        os.kill(os.getpid(), signal.SIGKILL)


entries = [MemoryEntry(content=text, id=text) for text in ("3", "four", "ф")]
if how == "limit":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(rest[0]), int(rest[0])))
    entries = [MemoryEntry(content="x" * 10_000)] * 2
else:
    sys.addaudithook(die)
try:
    getattr(store, verb)("k", entries)
except StoreWriteError:
    sys.stdout.write("StoreWriteError\n")
