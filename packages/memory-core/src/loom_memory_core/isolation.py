"""Loading a plugin in a child process, so that no crash and no hang reaches this one."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, Final

from loom_memory_core.errors import LoomError
from loom_memory_core.failure import BackendFailure, failed, failure_of
from loom_memory_core.installed import InstalledScheme
from loom_memory_core.loading import cures, load_claimed

TIMEOUT_SECONDS: Final = 5
"""How long a plugin may take to load."""

_CHILD: Final = """\
import json, sys
request = json.load(sys.stdin)
sys.path[:] = request["path"]
from loom_memory_core.isolation import answer
answer(request["claim"])
"""


def failure_in_child(claim: InstalledScheme) -> BackendFailure | None:
    """What goes wrong when a child process loads the plugin, if anything."""
    output, ending = _run(json.dumps({"path": sys.path, "claim": claim}))
    try:
        report = json.loads(output)
    except ValueError:
        return failed(
            claim,
            f"the process that loaded it {ending}",
            hint=cures(claim),
        )
    return failed(claim, report["cause"], hint=report["hint"]) if report else None


def _run(request: str) -> tuple[bytes, str]:
    """What the child process wrote, and how it ended."""
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as child:
        try:
            output, _ = child.communicate(request.encode(), TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired as error:
            # With an answer, if a process that the plugin started holds the pipe open.
            return error.output or b"", f"gave no answer within {TIMEOUT_SECONDS} seconds"
        finally:
            _end(child)
    return output, _ending(child.returncode)


def _end(child: "subprocess.Popen[bytes]") -> None:
    """Kill the child, and on POSIX what it started, if it still runs."""
    if child.poll() is not None:
        return
    with suppress(OSError):  # it ended by itself in between
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by signal {-code} ({signal.strsignal(-code)})"
    return f"ended with exit code {code} and no answer"


def answer(claim: list[Any]) -> None:
    """Load the plugin and write the outcome as JSON, in the child process.

    Nothing that the plugin prints gets between, and nothing that it leaves behind
    (a thread, an exit handler) delays the end of the process.
    """
    channel = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    claimed = InstalledScheme(*claim)
    report = {}
    try:
        load_claimed(claimed)
    except LoomError as error:
        failure = failure_of(claimed, error)
        report = {"cause": failure.cause, "hint": failure.hint}
    os.write(channel, json.dumps(report).encode())
    os._exit(0)
