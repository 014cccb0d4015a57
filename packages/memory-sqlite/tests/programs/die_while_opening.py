"""Opens the file, and kills itself just before a given statement."""

# ruff: noqa: T201 - a program talks to its parent

import json
import os
import signal
import sqlite3
import sys
from types import FrameType

from loom_memory_core import open_store, require

url = sys.argv[1]
(last,) = json.loads(sys.argv[2])
seen = 0


def watch(_frame: FrameType, event: str, called: object) -> None:
    global seen  # noqa: PLW0603 - a profile function has no other place
    owner = getattr(called, "__self__", None)
    if event == "c_call" and isinstance(owner, sqlite3.Connection | sqlite3.Cursor):
        seen += called.__name__ == "execute"  # type: ignore[attr-defined]  # a method has one
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)


sys.setprofile(watch)
store = open_store(url)
sys.setprofile(None)
require(store, "close").close()
print(seen, flush=True)
