"""Wait for a line, open the store, append some entries and end."""

import json
import sys

from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

url = sys.argv[1]
name, count = json.loads(sys.argv[2])
print("ready", flush=True)  # noqa: T201 - the test reads it
sys.stdin.readline()
store = PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(url)))
for at in range(count):
    store.append("k", [MemoryEntry(content=f"{name} says {at}", id=f"{name}/{at}")])
print(len(store.read("k")), flush=True)  # noqa: T201 - the test reads it
store.close()
