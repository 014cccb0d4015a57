"""Goes on with an execution where it was, and tells each value that it uses."""

# ruff: noqa: T201 - a program talks to its parent

import json
import sys
from uuid import uuid4

from loom_memory_core import opened
from loom_memory_runtime import DecisionLog

url, (number,) = sys.argv[1], json.loads(sys.argv[2])

with opened(url) as store, DecisionLog(store).execution("killed") as run:
    for at in range(number):
        value = run.decide(f"step {at}", lambda: str(uuid4()))
        print(json.dumps([at, value, run.replaying]), flush=True)
