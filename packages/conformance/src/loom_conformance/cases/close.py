"""What ``close`` promises: everything is freed, and a closed store says that it is closed."""

import os
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from typing import Final

from loom_memory_core import StoreClosedError

from loom_conformance.calls import RIGHT, Call
from loom_conformance.entries import named
from loom_conformance.expect import BrokenPromiseError, equal, holds
from loom_conformance.promise import case
from loom_conformance.subject import Subject
from loom_conformance.trial import Trial

PATIENCE_SECONDS: Final = 60


class CloseCases:
    """Once, twice, and in a child."""

    @case("close.twice", needs="close")
    def test_close_twice(self, store: Subject) -> None:
        """Closing a store twice is fine."""
        store.append("k", named("a"))
        store.close()
        store.close()

    @case("close.unused", needs="close")
    def test_close_unused(self, store: Subject) -> None:
        """A store can be closed before it was ever used."""
        store.close()

    @case("close.every-verb-afterwards", needs="close")
    def test_close_every_verb_afterwards(self, store: Subject) -> None:
        """Any verb of a closed store raises StoreClosedError."""
        store.append("k", named("a"))
        verbs = [verb for verb in store.verbs if verb != "close"]
        store.close()
        for verb in verbs:
            _, args, options = RIGHT[verb]
            store.refuses(StoreClosedError, verb, *args, **options)

    @case("close.leaves-the-entries", needs="close+reopen")
    def test_close_leaves_the_entries(self, trial: Trial) -> None:
        """Closing loses nothing: the store opened again holds every entry."""
        trial.store.append("k", named("ab"))
        trial.store.close()
        equal(trial.open().read("k"), named("ab"))

    @case("close.leaves-other-handles", needs="close+reopen")
    def test_close_leaves_other_handles(self, trial: Trial) -> None:
        """Closing one handle leaves another handle on the same store working."""
        first, second = trial.store, trial.open()
        first.append("k", named("a"))
        first.close()
        second.append("k", named("b"))
        equal(second.read("k"), named("ab"))

    @case(
        "close.in-a-forked-child",
        needs="close+fork",
        reproduce="""
store = open_store()
if os.fork() == 0:
    store.read("k")  # must raise StoreClosedError in the child
""",
    )
    def test_close_in_a_forked_child(self, store: Subject) -> None:
        """Any verb of a store that a child inherited by fork raises StoreClosedError."""
        store.append("k", named("a"))
        verbs = [verb for verb in store.verbs if verb != "close"]
        got = in_a_forked_child(lambda: [raised_by(store, RIGHT[verb]) for verb in verbs])
        equal(got.split(), ["StoreClosedError"] * len(verbs))
        equal(store.read("k"), named("a"))


def raised_by(store: Subject, call: Call) -> str:
    """The name of the error that a call raises, or ``nothing``."""
    try:
        getattr(store.raw, call.verb)(*call.args, **call.options)
    except Exception as error:  # noqa: BLE001 - its name is the answer
        return type(error).__name__
    return "nothing"


def in_a_forked_child(work: Callable[[], list[str]]) -> str:
    """What ``work`` answers in a child made by fork, joined by spaces."""
    reading, writing = os.pipe()
    with _quiet_fork():
        child = os.fork()
    if child == 0:
        _answer(work, writing)
    os.close(writing)
    try:
        return _heard(reading)
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@contextmanager
def _quiet_fork() -> Iterator[None]:
    with warnings.catch_warnings():
        # Python warns where other threads run; the child only calls verbs, and leaves at once.
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _answer(work: Callable[[], list[str]], writing: int) -> None:
    try:
        os.write(writing, " ".join(work()).encode() + b"\n")
    finally:
        os._exit(0)


def _heard(reading: int) -> str:
    if not select([reading], [], [], PATIENCE_SECONDS)[0]:
        raise BrokenPromiseError("StoreClosedError", f"no answer within {PATIENCE_SECONDS} s")
    answer = os.read(reading, 65_536).decode()
    holds(answer, expected="StoreClosedError", got="the child died")
    return answer
