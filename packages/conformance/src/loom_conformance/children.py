"""Real processes at work on the store under test, to be awaited or killed."""

import pickle
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import IO, Final, NamedTuple

from loom_conformance.child import UNPICKLED_NOT, Job
from loom_conformance.expect import BrokenPromiseError, holds
from loom_conformance.trial import NotProvenError

PATIENCE_SECONDS: Final = 120


class Child:
    """One process with a job; it is ready, and waits for ``go``.

    Raises:
        NotProvenError: It cannot unpickle the store factory.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", job: Job) -> None:
        self._process = process
        self._write(b"%d\n" % len(message := pickle.dumps(job)) + message)
        answer = self._out.readline().decode().strip()
        if answer.startswith(UNPICKLED_NOT):
            raise NotProvenError(f"store_factory's value {answer} in another process")
        holds(answer == "ready", expected="a child that starts", got=answer or "it died")

    @property
    def _out(self) -> IO[bytes]:
        return self._process.stdout  # type: ignore[return-value]  # it was opened with a pipe

    @property
    def _err(self) -> IO[bytes]:
        return self._process.stderr  # type: ignore[return-value]

    def _write(self, message: bytes) -> None:
        stream: IO[bytes] = self._process.stdin  # type: ignore[assignment]
        stream.write(message)
        stream.flush()

    def go(self) -> None:
        """Let it begin."""
        self._write(b"go\n")

    def finish(self) -> None:
        """Wait until it has done all its steps.

        Raises:
            BrokenPromiseError: It ended with an error, or not at all.
        """
        try:
            _, told = self._process.communicate(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            raise BrokenPromiseError("an end", f"none within {PATIENCE_SECONDS} s") from None
        self._refuse_error(self._process.returncode, told)

    def _refuse_error(self, status: int, told: bytes) -> None:
        if status > 0:
            last = told.decode(errors="replace").strip().splitlines()[-1:]
            raise BrokenPromiseError("no error in a process of its own", "".join(last))

    def kill_in(self, step: int) -> "Killed":
        """End it with SIGKILL inside ``step``, the second or a later one, at a random moment.

        The step before it tells how long a step takes. A kill at its beginning would come
        before the store had written anything, and show nothing.

        Raises:
            BrokenPromiseError: It had ended with an error of its own.
        """
        heard = self._hear(2 * step - 1)
        began = time.perf_counter()
        heard += self._hear(1)
        took = time.perf_counter() - began
        heard += self._hear(1)
        time.sleep(took * random.random())  # noqa: S311 - any moment will do
        self._process.kill()
        heard += self._out.readlines()
        self._refuse_error(self._process.wait(), self._err.read())
        return Killed(acknowledged=len(heard) // 2, inside=len(heard) % 2 == 1)

    def _hear(self, lines: int) -> list[bytes]:
        return list(islice(self._out, lines))


class Killed(NamedTuple):
    """How far a child came."""

    acknowledged: int
    """Steps that it had said were done."""

    inside: bool
    """Whether it died between the beginning and the end of a step."""


@contextmanager
def children(jobs: Sequence[Job]) -> Iterator[list[Child]]:
    """One process for each job, ready to go; none outlives the block."""
    with ExitStack() as stack:
        processes = [_started(stack) for _ in jobs]
        yield [
            Child(process, job._replace(path=sys.path))
            for process, job in zip(processes, jobs, strict=True)
        ]


def _started(stack: ExitStack) -> "subprocess.Popen[bytes]":
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "loom_conformance.child"]
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
    stack.enter_context(process)
    stack.callback(process.kill)
    return process
