"""Speed of executions: what a decision costs, first and again, and how that grows with the log.

A log is recorded in one go, one decision after the other, so its last tenth tells what a long
log adds. Times are of the cpu: the disk's part of a decision is that of an append.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from loom_memory_bench.speed.row import Row, at_most, ratio, shown
from loom_memory_bench.speed.stopwatch import CPU, Job, exponent, medians, race
from loom_memory_core import MemoryStore, opened
from loom_memory_runtime import DecisionLog, Run

ANSWER = "Promote db-8, then look at the lag of db-9 and tell the team. " * 4


def main() -> None:
    """Record and replay, on each store, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000, help="of the longest log")
    number = parser.parse_args().decisions
    for name in ("memory", "sqlite"):
        with _store(name) as store:
            print(shown([*_recording(store, number), *_replaying(store, number)]))


@contextmanager
def _store(name: str) -> Iterator[MemoryStore]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.db"
        url = "memory://" if name == "memory" else f"sqlite:///{path}?synchronous=normal"
        print(f"\n{name}")
        with opened(url) as store:
            yield store


def _recording(store: MemoryStore, number: int) -> list[Row]:
    run = DecisionLog(store).execution(str(number))
    tenths = [_decided(run, number // 10) / (number // 10) for _ in range(10)]
    _decided(DecisionLog(store).execution(str(number // 10)), number // 10)
    last = (tenths[-1], tenths[0])
    return [ratio("REC", f"one decision after {number} over after none", last, unit="us")]


def _replaying(store: MemoryStore, number: int) -> list[Row]:
    lengths = {"long": number, "short": number // 10}
    jobs: dict[str, Job] = {name: partial(_replayed, store, each) for name, each in lengths.items()}
    middle = medians(race(jobs, rounds=3, clock=CPU))
    grown = exponent(middle["short"], middle["long"], growth=10)
    each = (middle["long"] / number, middle["short"] / (number // 10))
    return [
        Row("REP", f"{number // 10} to {number} decisions: exponent", grown, at_most(1.1)),
        ratio("REP", f"one of {number} over one of {number // 10}", each, unit="us"),
    ]


def _replayed(store: MemoryStore, number: int) -> None:
    """A whole replay, opening included."""
    with DecisionLog(store).replay(str(number)) as run:
        _decided(run, number)


def _decided(run: Run, number: int) -> float:
    started = CPU()
    for _ in range(number):
        run.decide("answer", lambda: ANSWER)
    return CPU() - started


if __name__ == "__main__":
    main()
