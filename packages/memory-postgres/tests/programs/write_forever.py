"""Append to a list or replace it until killed, telling how far it has come."""

import json
import sys
from itertools import count

from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

url = sys.argv[1]
verb, size = json.loads(sys.argv[2])
store = PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(url)))
for call in count(1):
    print(f"begun {call}", flush=True)  # noqa: T201 - the test reads it
    entries = [MemoryEntry(content=f"entry {at}", id=f"{call}/{at}") for at in range(size)]
    (store.append if verb == "append" else store.replace)("k", entries)
    print(f"returned {call}", flush=True)  # noqa: T201 - the test reads it
