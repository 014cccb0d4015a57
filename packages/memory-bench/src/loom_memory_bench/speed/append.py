"""A1 to A3: appending one by one and in batches, beside one table and beside table and FTS5."""

import os
import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from loom_memory_core import MemoryStore, require

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.row import Row, ratio, speedup
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import BATCH, Stock, key
from loom_memory_bench.speed.stopwatch import CPU, WALL, Clock, Job, race

KEYS: Final = 20
"""Appends go round these keys, as those of an application with some users do."""

PRELOADED: Final = 3_000

Append = Callable[[int, Sequence[Item]], None]


class Contenders(NamedTuple):
    """Ours and the raw engines, in new files that hold the same entries."""

    ours: MemoryStore
    plain: PlainTable
    fts: RawFts5

    @classmethod
    def preloaded(cls, stock: Stock, *, synchronous: str) -> "Contenders":
        """New ones with a first few thousand entries."""
        made = cls(
            stock.open_new(stock.unused("append-ours"), synchronous=synchronous),
            PlainTable(stock.path(stock.unused("append-plain")), synchronous=synchronous),
            RawFts5(stock.path(stock.unused("append-fts")), synchronous=synchronous),
        )
        each = PRELOADED // KEYS
        for append in made.appends().values():
            for number in range(KEYS):
                append(number, stock.rows(each, start=number * each))
        return made

    def appends(self) -> dict[str, Append]:
        """The append of each."""
        return {
            "ours": partial(_append, self.ours),
            "plain": self.plain.append,
            "fts": self.fts.append,
        }

    def close(self) -> None:
        """Close all."""
        require(self.ours, "close").close()
        self.plain.close()
        self.fts.close()


def _append(store: MemoryStore, number: int, rows: Sequence[Item]) -> None:
    store.append(key(number), [row.entry for row in rows])


def one_by_one(
    stock: Stock, rounds: int, *, synchronous: str, clock: Clock
) -> dict[str, list[float]]:
    """Seconds of each append of one entry."""
    contenders = Contenders.preloaded(stock, synchronous=synchronous)
    rows = stock.rows(rounds, start=PRELOADED)
    pieces = [(number % KEYS, [row]) for number, row in enumerate(rows)]
    times = _raced(contenders, pieces, clock)
    contenders.close()
    return times


def in_batches(stock: Stock, rounds: int) -> dict[str, list[float]]:
    """Seconds per entry of each append of a batch."""
    contenders = Contenders.preloaded(stock, synchronous="normal")
    pieces = [
        (number % KEYS, stock.rows(BATCH, start=PRELOADED + number * BATCH))
        for number in range(rounds)
    ]
    times = _raced(contenders, pieces, CPU)
    contenders.close()
    return {name: [seconds / BATCH for seconds in each] for name, each in times.items()}


def _raced(
    contenders: Contenders, pieces: Sequence[tuple[int, Sequence[Item]]], clock: Clock
) -> dict[str, list[float]]:
    jobs = {name: _job(append, iter(pieces)) for name, append in contenders.appends().items()}
    return race(jobs, rounds=len(pieces), clock=clock)


def _job(append: Append, pieces: Iterator[tuple[int, Sequence[Item]]]) -> Job:
    return lambda: append(*next(pieces))


def durable_append(stock: Stock, scale: Scale) -> list[Row]:
    """A1: one entry, surviving a power loss: the disk decides, so wall time."""
    times = one_by_one(stock, scale.appends // 10, synchronous="full", clock=WALL)
    ours, plain = statistics.median(times["ours"]), statistics.median(times["plain"])
    return [
        ratio(
            "A1",
            "append one, FULL, wall p50, x table",
            (ours, plain),
            unit="us",
            goal=1.15,
        ),
        ratio("A1", "the same, x one bare fdatasync", (ours, _sync_time(stock)), unit="us"),
    ]


def _sync_time(stock: Stock) -> float:
    """Median seconds to write a page to a file and wait for the disk."""
    with (stock.folder / "sync").open("wb") as file:

        def sync() -> None:
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())

        return statistics.median(race({"sync": sync}, rounds=50, clock=WALL)["sync"])


def single_append(stock: Stock, scale: Scale) -> list[Row]:
    """A2: one entry, surviving the process: cpu, and a mean, for merges come in lumps."""
    times = one_by_one(stock, scale.appends, synchronous="normal", clock=CPU)
    ours, plain, fts = (statistics.fmean(times[name]) for name in ("ours", "plain", "fts"))
    return [
        ratio("A2", "append one, NORMAL, cpu mean, x FTS5", (ours, fts), unit="us", goal=1.3),
        ratio("A2", "the same, x table (stretch 2.5)", (ours, plain), unit="us"),
    ]


def batch_append(stock: Stock, scale: Scale) -> list[Row]:
    """A3: a thousand at once, per entry, beside FTS5 and beside one by one."""
    batches = in_batches(stock, scale.rounds)
    ours, fts = statistics.fmean(batches["ours"]), statistics.fmean(batches["fts"])
    alone = one_by_one(stock, scale.appends, synchronous="normal", clock=CPU)
    single = statistics.fmean(alone["ours"])
    return [
        ratio(
            "A3",
            f"append {BATCH}, cpu per entry, x FTS5",
            (ours, fts),
            unit="us",
            goal=1.5,
        ),
        speedup("A3", "the same, x cheaper than one by one", (ours, single), unit="us", goal=4),
    ]
