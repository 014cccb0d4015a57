"""Tell of a new folder, read a command and its user, and run it until the input ends.

The folder goes with the command, however whoever began this ends.
"""

import json
import subprocess
import sys
import threading
from tempfile import TemporaryDirectory


def keep(line: str) -> int:
    command, user = json.loads(line)
    child = subprocess.Popen(
        command, user=user, extra_groups=[] if user else None, stdin=subprocess.DEVNULL
    )

    def end_with_input() -> None:
        sys.stdin.read()
        child.terminate()

    threading.Thread(target=end_with_input, daemon=True).start()
    return child.wait()


with TemporaryDirectory(prefix="loom-bouncer-") as folder:
    print(folder, flush=True)  # noqa: T201 - the test reads it
    code = keep(line) if (line := sys.stdin.readline()) else 0
sys.exit(code)
