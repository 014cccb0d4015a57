"""Programs that run with a bound on their time, and end with all that they started."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Ended(NamedTuple):
    """How a program ended."""

    code: int | None
    """Its exit code; ``None`` if it took too long and was ended."""

    output: str
    """What it wrote, errors included."""

    def told(self, seconds: float) -> str:
        """How it ended, in words."""
        if self.code is None:
            return f"gave no answer within {seconds:g} seconds"
        if self.code < 0:
            return f"was ended by signal {-self.code} ({signal.strsignal(-self.code)})"
        return f"ended with exit code {self.code}"

    @property
    def tail(self) -> str:
        """The last lines that it wrote, which say what went wrong."""
        return "\n".join(self.output.strip().splitlines()[-15:])


def run_bounded(
    command: Sequence[str | Path],
    *,
    seconds: float,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    text: str = "",
) -> Ended:
    """Run a program for at most ``seconds``.

    Args:
        command: The program and its arguments.
        seconds: Afterwards it is killed, on POSIX with all that it started.
        folder: Where it runs.
        environment: Its variables; those of this process unless given.
        text: What it reads from its standard input.
    """
    with subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(text.encode(), seconds)
        except subprocess.TimeoutExpired as error:
            return Ended(None, (error.output or b"").decode(errors="replace"))
        finally:
            end(process)
    return Ended(process.returncode, output.decode(errors="replace"))


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process that still runs, and on POSIX what it started."""
    if process.poll() is not None:
        return
    with suppress(OSError):  # it ended by itself in between
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
