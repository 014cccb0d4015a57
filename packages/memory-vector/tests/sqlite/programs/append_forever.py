"""Appends batch after batch until it is killed; says the number of each that returned."""

import json
import sys
from itertools import count

from loom_memory_core import MemoryEntry, open_store

url = sys.argv[1]
(size,) = json.loads(sys.argv[2])
store = open_store(url, embedder="recorded_embedder:first", min_score=0.75)
for number in count(1):
    store.append(
        "k", [MemoryEntry(content=f"w{number}x{at}", id=f"{number}/{at}") for at in range(size)]
    )
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()
