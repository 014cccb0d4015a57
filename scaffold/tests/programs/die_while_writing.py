"""Begin to write a package, and be killed when a file of it is opened: argv is folder, count."""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from loom_scaffold import memory_project

into, last = Path(sys.argv[1]), int(sys.argv[2])
project = memory_project("bolt")
numbers = count(1)


def die(event: str, arguments: tuple[object, ...]) -> None:
    """Kill this process at the last file."""
    if event == "open" and ".part/" in str(arguments[0]) and next(numbers) == last:
        os.kill(os.getpid(), signal.SIGKILL)


sys.addaudithook(die)
project.write(into)
