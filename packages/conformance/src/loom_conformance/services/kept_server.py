"""A PostgreSQL server of the tests' own, which goes when they do."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from loom_conformance.services.absence import absent
from loom_conformance.services.bundle import DISTRIBUTION, bundled
from loom_conformance.services.warden import DONE


class KeptServer:
    """A server that the tests may stop; a process beside them removes it when they are gone.

    Args:
        url: Of a database on it, with the password.
        warden: The process that keeps it.
    """

    def __init__(self, url: str, warden: "subprocess.Popen[str]") -> None:
        self.url = url
        self._warden = warden

    def stop(self) -> None:
        """End it in order: what was committed is kept, and has reached a standby."""
        self._tell("stop")

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self._tell("kill")

    def start(self) -> None:
        """Start it again, on the same port."""
        self._tell("start")

    def promote(self) -> None:
        """Make a standby take writes."""
        self._tell("promote")

    def _tell(self, command: str) -> None:
        commands, answers = self._warden.stdin, self._warden.stdout
        if commands is None or answers is None:
            raise RuntimeError("the warden was started without pipes")
        commands.write(f"{command}\n")
        commands.flush()
        if (said := answers.readline().strip()) != DONE:
            raise RuntimeError(f"{command}: {said}")


@contextmanager
def kept_server(source: str | None = None) -> Iterator[KeptServer]:
    """A server of the installed wheel's programs; without them, loudly absent.

    Args:
        source: The URL of a kept server whose standby it becomes.
    """
    programs = bundled()
    if programs is None:
        hint = "pip install 'loom-conformance[postgres]'"
        absent("postgres", f"{DISTRIBUTION} is not there: {hint}")
    command = [sys.executable, "-m", "loom_conformance.services.warden", str(programs)]
    pipe = subprocess.PIPE
    # A session of its own: Ctrl-C is for the tests, which then close the pipe.
    with subprocess.Popen(
        [*command, source] if source else command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
    ) as warden:
        told = warden.stdout.readline().strip() if warden.stdout else ""
        if not told:
            _, error = warden.communicate()
            absent("postgres", f"the server of {DISTRIBUTION} did not start: {error[-1_000:]}")
        try:
            yield KeptServer(told, warden)
        finally:
            warden.communicate()
