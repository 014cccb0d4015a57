"""One process among many on one file: it writes or searches until its time is over."""

import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from loom_memory_core import open_store, require
from loom_memory_core.language import stems

from loom_memory_bench.speed.corpus import MIXED, SEED, VOCABULARY, Item, items, queries, word
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.stock import key
from loom_memory_bench.speed.stopwatch import Job

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Barrier

ROLES: Final = ("write", "search")


class Task(NamedTuple):
    """What one process does, to a store of ours or to a raw engine's file."""

    url: str = ""
    path: Path = Path()
    role: str = "write"
    number: int = 0
    """Names the key, and the seed of what it writes."""

    seconds: float = 1.0


class Outcome(NamedTuple):
    """What came of it."""

    role: str
    times: list[float]
    """Seconds of each call."""

    errors: list[str]


def work(task: Task, barrier: "Barrier", results: "Queue[Outcome]") -> None:
    """Open, wait for the others, and go on until the time is over."""
    job = _job(task)
    job()
    barrier.wait()
    outcome = Outcome(task.role, [], [])
    end = time.perf_counter() + task.seconds
    while (started := time.perf_counter()) < end:
        try:
            job()
        except Exception as error:  # noqa: BLE001 - that anything fails is what is counted
            outcome.errors.append(f"{type(error).__name__}: {error}")
        outcome.times.append(time.perf_counter() - started)
    results.put(outcome)


def _job(task: Task) -> Job:
    rows = items(seed=SEED + 1 + task.number)
    asked = cycle(queries(MIXED, 200, seed=SEED + 1 + task.number))
    if task.url:
        return _ours(task, rows, asked)
    return _raw(task, rows, asked)


def _ours(task: Task, rows: Iterator[Item], asked: Iterator[str]) -> Job:
    store = require(open_store(task.url), "search")
    stems((word(rank) for rank in range(1, VOCABULARY + 1)), "english")  # met by now
    name = key(task.number)
    if task.role == "write":
        return lambda: store.append(name, [next(rows).entry])
    return lambda: store.search(name, next(asked))


def _raw(task: Task, rows: Iterator[Item], asked: Iterator[str]) -> Job:
    engine = RawFts5(task.path)
    if task.role == "write":
        return lambda: engine.append(task.number, [next(rows)])
    return lambda: engine.search_key(task.number, next(asked))
