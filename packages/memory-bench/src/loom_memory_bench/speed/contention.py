"""C1: four processes that write and four that search, on one file at once."""

import multiprocessing
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from loom_memory_core import require

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.row import Goal, Row, at_most
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.worker import ROLES, Outcome, Task, work

EACH: Final = 4
"""Processes of each role."""

PRELOADED: Final = 500
"""Entries in each key before the clock starts."""

REPEATS: Final = 2

LOG_BYTES: Final = 64 * 2**20


class Load(NamedTuple):
    """What all the processes together managed."""

    outcomes: list[Outcome]
    log_bytes: int
    """The write-ahead log at its longest."""

    def times(self, role: str) -> list[float]:
        """Seconds of each call of a role, sorted."""
        return sorted(each for one in self.outcomes if one.role == role for each in one.times)

    def rate(self, role: str, seconds: float) -> float:
        """Calls a second."""
        return len(self.times(role)) / seconds

    @property
    def errors(self) -> list[str]:
        """Every failure."""
        return [error for one in self.outcomes for error in one.errors]


def crowd(stock: Stock, scale: Scale) -> list[Row]:
    """C1: both, in turn, each on a new file."""
    loads: dict[str, list[Load]] = {"raw": [], "ours": []}
    for _ in range(REPEATS):
        loads["raw"].append(_loaded(*_raw_file(stock), seconds=scale.seconds))
        loads["ours"].append(_loaded(*_our_file(stock), seconds=scale.seconds))
    ours, raw = (_together(loads[name]) for name in ("ours", "raw"))
    return _rows(ours, raw, scale.seconds * REPEATS)


def _together(loads: Sequence[Load]) -> Load:
    outcomes = [outcome for load in loads for outcome in load.outcomes]
    return Load(outcomes, max(load.log_bytes for load in loads))


def _rows(ours: Load, raw: Load, seconds: float) -> list[Row]:
    writes, raw_writes = ours.rate("write", seconds), raw.rate("write", seconds)
    reads, raw_reads = ours.rate("search", seconds), raw.rate("search", seconds)
    slow, raw_slow = (_p99(load.times("write")) * 1e3 for load in (ours, raw))
    last, raw_last = (load.times("write")[-1] * 1e3 for load in (ours, raw))
    log, raw_log = ours.log_bytes / 2**20, raw.log_bytes / 2**20
    failed = len(ours.errors)
    first = f", first {ours.errors[0]}" if ours.errors else ""
    return [
        Row(
            "C1",
            f"errors of 4 writers and 4 searchers{first}",
            failed,
            at_most(0),
            failed,
            len(raw.errors),
        ),
        Row(
            "C1",
            "writes a second, x FTS5",
            writes / raw_writes,
            Goal(">=", 0.8),
            writes,
            raw_writes,
            "/s",
        ),
        Row("C1", "searches a second, x FTS5", reads / raw_reads, None, reads, raw_reads, "/s"),
        Row("C1", "write p99, x FTS5", slow / raw_slow, at_most(0.5), slow, raw_slow, "ms"),
        Row("C1", "slowest write, x FTS5", last / raw_last, None, last, raw_last, "ms"),
        Row(
            "C1",
            "write-ahead log at its longest",
            log,
            at_most(LOG_BYTES / 2**20),
            log,
            raw_log,
            "MiB",
        ),
    ]


def _p99(ordered: Sequence[float]) -> float:
    return ordered[int(0.99 * len(ordered))]


def _raw_file(stock: Stock) -> tuple[Task, Path]:
    path = stock.path(stock.unused("crowd-raw"))
    engine = RawFts5(path)
    for number in range(EACH):
        engine.append(number, stock.rows(PRELOADED, start=number * PRELOADED))
    engine.close()
    return Task(path=path), path


def _our_file(stock: Stock) -> tuple[Task, Path]:
    name = stock.unused("crowd-ours")
    store = require(stock.open_new(name), "close")
    for number in range(EACH):
        rows = stock.rows(PRELOADED, start=number * PRELOADED)
        store.append(key(number), [row.entry for row in rows])
    store.close()
    return Task(url=stock.url(name)), stock.path(name)


def _loaded(task: Task, path: Path, *, seconds: float) -> Load:
    """Run the crowd on one file."""
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(EACH * len(ROLES))
    results = context.Queue()
    processes = [
        context.Process(target=work, args=(each, barrier, results))
        for role in ROLES
        for number in range(EACH)
        for each in (task._replace(role=role, number=number, seconds=seconds),)
    ]
    for process in processes:
        process.start()
    outcomes: list[Outcome] = []
    longest = 0
    log = path.with_name(path.name + "-wal")
    while len(outcomes) < len(processes):
        time.sleep(0.05)
        longest = max(longest, log.stat().st_size if log.exists() else 0)
        while not results.empty():
            outcomes.append(results.get())
        dead = [each.exitcode for each in processes if each.exitcode]
        if dead:
            raise BenchmarkError(
                f"a process of the crowd ended with {dead[0]}", hint="look at what it printed"
            )
    for process in processes:
        process.join()
    return Load(outcomes, longest)
