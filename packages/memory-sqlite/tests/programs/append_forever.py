"""Appends batch after batch, or replaces list by list, until it is killed.

Two numbers in a shared file tell how many calls were begun and how many returned.
"""

import json
import mmap
import pathlib
import struct
import sys
from itertools import count

from loom_memory_core import MemoryEntry, open_store, require

url = sys.argv[1]
verb, progress, size = json.loads(sys.argv[2])

store = require(open_store(url), "replace")
with pathlib.Path(progress).open("r+b") as file:
    told = mmap.mmap(file.fileno(), 16)
for number in count(1):
    batch = [
        MemoryEntry(content=f"call {number} entry {at} of {size}", id=f"{number}/{at}")
        for at in range(size)
    ]
    struct.pack_into("q", told, 0, number)
    if verb == "append":
        store.append("k", batch)
    else:
        store.replace("k", batch)
    struct.pack_into("q", told, 8, number)
