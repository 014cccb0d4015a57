"""A process of its own that opens the store under test and works on it, step by step.

Started by ``children``. It reads its pickled job, says ``ready``, waits for a line, and
prints the number of each step before and after it, so that its parent knows what it was
at and what it had acknowledged when it was killed.
"""

import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Final, NamedTuple

from loom_memory_core import MemoryEntry, MemoryStore

from loom_conformance.entries import named
from loom_conformance.rewriting import append_by_replacing

UNPICKLED_NOT: Final = "cannot be unpickled: "


class Job(NamedTuple):
    """What a child does."""

    step: str
    """A name in ``STEPS``."""

    factory: bytes
    """The pickled store factory."""

    key: str
    batches: Sequence[Sequence[str]]
    """Ids of the entries of each step."""

    path: Sequence[str] = ()
    """The parent's ``sys.path``."""


def append(store: MemoryStore, key: str, entries: list[MemoryEntry]) -> None:
    """Put the entries at the end."""
    store.append(key, entries)


def replace(store: Any, key: str, entries: list[MemoryEntry]) -> None:  # noqa: ANN401 - the case needs the verb
    """Make the entries the whole list."""
    store.replace(key, entries)


STEPS: Final[Mapping[str, Callable[[Any, str, list[MemoryEntry]], None]]] = {
    "append": append,
    "replace": replace,
    "rewrite": append_by_replacing,
}


def work(store: MemoryStore, job: Job) -> Iterator[int]:
    """Do the job; give the number of each step before and after it."""
    for at, names in enumerate(job.batches):
        entries = named(names)
        yield at
        STEPS[job.step](store, job.key, entries)
        yield at


def main() -> int:
    """Do the job that comes on standard input; 3 if the factory cannot be unpickled."""
    job: Job = pickle.loads(_framed(sys.stdin.buffer))  # noqa: S301 - the parent made it
    sys.path[:] = job.path
    try:
        factory = pickle.loads(job.factory)  # noqa: S301 - so it made this
    except Exception as error:  # noqa: BLE001 - the parent tells why nothing is proven
        _say(f"{UNPICKLED_NOT}{type(error).__name__}: {error}")
        return 3
    _say("ready")
    sys.stdin.buffer.readline()
    for step in work(factory(), job):
        _say(str(step))
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _framed(stream: BinaryIO) -> bytes:
    return stream.read(int(stream.readline()))


if __name__ == "__main__":
    sys.exit(main())
