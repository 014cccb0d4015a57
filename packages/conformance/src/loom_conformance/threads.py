"""Work on many threads at once, started together, with what any of them raised."""

import time
from collections.abc import Callable, Sequence
from threading import Barrier, Event, Thread
from typing import Final

from loom_conformance.expect import BrokenPromiseError

PATIENCE_SECONDS: Final = 60
"""Beyond this, threads are taken to wait for each other."""


def at_once(
    jobs: Sequence[Callable[[], object]], *, meanwhile: Sequence[Callable[[], object]] = ()
) -> None:
    """Run each job on a thread of its own; all start together.

    Args:
        jobs: What to do, once each.
        meanwhile: What to do again and again until the jobs are done, and once after.

    Raises:
        BrokenPromiseError: One of them raised, or they did not come to an end.
    """
    gate, done, errors = Barrier(len(jobs) + len(meanwhile)), Event(), list[BaseException]()
    workers = [_thread(job, gate, errors) for job in jobs]
    watchers = [_thread(_repeated(look, done), gate, errors) for look in meanwhile]
    deadline = time.monotonic() + PATIENCE_SECONDS
    in_time = _joined(workers, deadline)
    done.set()
    if not (_joined(watchers, deadline) and in_time):
        raise BrokenPromiseError(
            f"an end within {PATIENCE_SECONDS} s", "threads that wait for each other"
        )
    for error in errors:
        raise _told(error)


def _thread(job: Callable[[], object], gate: Barrier, errors: list[BaseException]) -> Thread:
    def run() -> None:
        gate.wait(PATIENCE_SECONDS)
        try:
            job()
        except Exception as error:  # noqa: BLE001 - it is told on the thread that waits
            errors.append(error)

    # A daemon: a thread that hangs in a broken store must not keep the process alive.
    thread = Thread(target=run, daemon=True)
    thread.start()
    return thread


def _repeated(look: Callable[[], object], done: Event) -> Callable[[], None]:
    def watch() -> None:
        while not done.is_set():
            look()
        look()

    return watch


def _joined(threads: Sequence[Thread], deadline: float) -> bool:
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    return not any(thread.is_alive() for thread in threads)


def _told(error: BaseException) -> BaseException:
    if isinstance(error, BrokenPromiseError):
        return error
    return BrokenPromiseError("no error on any thread", f"{type(error).__name__}: {error}")
