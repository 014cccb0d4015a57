"""Evicts, promotes or summarises, and kills itself before or after one call to the store."""

import json
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from loom_memory_core import MemoryEntry, MemoryStore, opened
from loom_memory_runtime import MemoryRuntime, TierPolicy

url, (work, verb, moment, verbs) = sys.argv[1], json.loads(sys.argv[2])


class Dying:
    """The store's verbs that are named; this process ends at one of them."""

    def __init__(self, store: MemoryStore) -> None:
        for each in verbs:
            setattr(self, each, partial(self.call, each, getattr(store, each)))

    def call(self, name: str, method: Any, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        if (name, moment) == (verb, "before"):
            os.kill(os.getpid(), signal.SIGKILL)
        result = method(*arguments, **options)
        if (name, moment) == (verb, "after"):
            os.kill(os.getpid(), signal.SIGKILL)
        return result


def joined(entries: Sequence[MemoryEntry]) -> str:
    return "+".join(str(entry.content) for entry in entries)


with opened(url) as store:
    dying: Any = Dying(store)
    runtime = MemoryRuntime(dying, policies={"working": TierPolicy(max_entries=3)})
    if work == "evict":
        runtime.read("working", "s")
    elif work == "promote":
        runtime.promote("working", "episodic", "s", store.read("working/s")[:2])
    else:
        runtime.summarize("working", "s", joined)
