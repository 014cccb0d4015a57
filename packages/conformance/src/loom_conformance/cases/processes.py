"""What a durable store promises to processes: many may write, and any may be killed."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from loom_conformance.cases.concurrency import whole
from loom_conformance.child import Job
from loom_conformance.children import children
from loom_conformance.entries import ids, named
from loom_conformance.expect import equal, holds
from loom_conformance.promise import case
from loom_conformance.trial import NotProvenError, Trial

WRITERS = ("w0", "w1", "w2", "w3")
BATCH = 40
"""Entries in one step of a child that will be killed: enough to be met in the middle."""
BATCHES = [[f"{at}-{part}" for part in range(BATCH)] for at in range(200)]

WRITING = """
def writer(name):  # in four processes at once
    store = open_store()
    for at in range(300):
        store.append("k", [MemoryEntry(content=f"{name} {at} {part}") for part in "ab"])
print(len(open_store().read("k")))  # must be 2400, every pair side by side
"""
KILLING = """
store = open_store()  # in a child, killed with SIGKILL in the middle of the loop
for at in range(1000):
    store.{verb}("k", [MemoryEntry(content=f"{{at}} {{part}}") for part in range(40)])
    print("done", at, flush=True)
print(len(open_store().read("k")))  # afterwards: whole batches, everything that was done
"""


def run(jobs: Sequence[Job]) -> None:
    """Do the jobs at once, each in a process of its own."""
    with children(jobs) as started:
        for child in started:
            child.go()
        for child in started:
            child.finish()


def pair_job(trial: Trial, step: str, *, key: str, writer: str, count: int) -> Job:
    """A job that writes ``count`` pairs named after its writer."""
    batches = [[f"{writer}-{at}-a", f"{writer}-{at}-b"] for at in range(count)]
    return Job(step, trial.pickled(), key, batches)


class ProcessCases:
    """Several processes at work on one store."""

    @case("processes.append", needs="processes", reproduce=WRITING)
    def test_processes_append(self, trial: Trial) -> None:
        """Processes that append at once lose nothing, repeat nothing and part no batch."""
        count = trial.by_tier(quick=25, full=300, soak=2_000)
        writers = WRITERS[: trial.by_tier(quick=2, full=4, soak=4)]
        run([pair_job(trial, "append", key="k", writer=writer, count=count) for writer in writers])
        whole(ids(trial.store.read("k")), dict.fromkeys(writers, count))

    @case("processes.open-at-once", needs="processes", reproduce=WRITING)
    def test_processes_open_at_once(self, trial: Trial) -> None:
        """Processes that are the first to open the store, all at the same moment, all can."""
        writers = [f"w{at}" for at in range(trial.by_tier(quick=3, full=8, soak=8))]
        run([pair_job(trial, "append", key=writer, writer=writer, count=2) for writer in writers])
        for writer in writers:
            whole(ids(trial.store.read(writer)), {writer: 2})

    @case("processes.replace-what-was-read", needs="replace+processes", reproduce=WRITING)
    def test_processes_replace_what_was_read(self, trial: Trial) -> None:
        """Processes that replace only what they have read lose none of each other's entries."""
        count = trial.by_tier(quick=5, full=20, soak=100)
        run(
            [
                pair_job(trial, "rewrite", key="k", writer=writer, count=count)
                for writer in WRITERS[:2]
            ]
        )
        whole(ids(trial.store.read("k")), dict.fromkeys(WRITERS[:2], count))

    @case("processes.seen-at-once", needs="processes", reproduce=WRITING)
    def test_processes_seen_at_once(self, trial: Trial) -> None:
        """An open store sees at once what another process has written."""
        trial.store.append("k", named("a"))
        equal(ids(trial.store.read("k")), ["a"])
        run([Job("append", trial.pickled(), "k", ["bc"])])
        equal(ids(trial.store.read("k")), ["a", "b", "c"])


class KillCases:
    """SIGKILL in the middle of a step."""

    @case("kill.append", needs="processes", reproduce=KILLING.format(verb="append"))
    def test_kill_append(self, trial: Trial) -> None:
        """Killed in an append: what was acknowledged is there, and the last batch whole or not."""
        for key in kills(trial):
            killed = kill(trial, "append", key)
            got = ids(trial.reopen().read(killed.key))
            every = [name for batch in BATCHES for name in batch]
            equal(got, every[: len(got)])
            allowed = {BATCH * killed.acknowledged, BATCH * (killed.acknowledged + 1)}
            holds(len(got) in allowed, expected=f"one of {sorted(allowed)} entries", got=got)

    @case("kill.replace", needs="replace+processes", reproduce=KILLING.format(verb="replace"))
    def test_kill_replace(self, trial: Trial) -> None:
        """Killed in a replace: the list is the old one or the new one, whole."""
        for key in kills(trial):
            killed = kill(trial, "replace", key)
            got = ids(trial.reopen().read(killed.key))
            allowed = BATCHES[killed.acknowledged - 1 : killed.acknowledged + 1]
            holds(got in allowed, expected="the old list or the new one", got=got)

    @case(
        "kill.then-write", needs="processes", tier="full", reproduce=KILLING.format(verb="append")
    )
    def test_kill_then_write(self, trial: Trial) -> None:
        """After a writer was killed, others go on: no lock and no half step is left behind."""
        trial.store.append("k", named("a"))
        kill(trial, "append", "other")
        trial.store.append("k", named("b"))
        equal(trial.reopen().read("k"), named("ab"))


class Victim(NamedTuple):
    """A child that was killed inside a step."""

    key: str
    """Where it wrote."""

    acknowledged: int
    """Steps that it had said were done; the next one had begun."""


def kills(trial: Trial) -> list[str]:
    """A key for each kill of this tier."""
    return [f"kill{at}" for at in range(trial.by_tier(quick=1, full=5, soak=50))]


def kill(trial: Trial, step: str, key: str) -> Victim:
    """Kill a child inside a step; a kill that landed in none does not count.

    Raises:
        NotProvenError: No kill landed in a step.
    """
    for at in range(20):
        job = Job(step, trial.pickled(), f"{key}/{at}", BATCHES)
        with children([job]) as [child]:
            child.go()
            killed = child.kill_in(random.randrange(1, 12))  # noqa: S311 - any step will do
        if killed.inside:
            return Victim(job.key, killed.acknowledged)
    raise NotProvenError("no kill landed inside a step: the store is faster than the signal")
