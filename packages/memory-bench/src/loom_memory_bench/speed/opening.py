"""O1: opening a file and reading its newest entries, in a process that did so before."""

from functools import partial
from pathlib import Path

from loom_memory_core import ClosableStore, open_store, require

from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.reading import TAIL
from loom_memory_bench.speed.row import Row, ratio
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.searching import EACH
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.stopwatch import CPU, Job, medians, race


def opening(stock: Stock, scale: Scale) -> list[Row]:
    """O1: open and first tail, and what the number of keys adds."""
    many = scale.keys[1]
    opened: list[ClosableStore | PlainTable] = []
    jobs: dict[str, Job] = {}
    for keys in (1, many):
        name = f"open-{keys}"
        _fill(stock, name, keys)
        jobs[f"ours {keys}"] = partial(_ours, stock.url(name), opened)
        jobs[f"plain {keys}"] = partial(_plain, stock.path(f"{name}-plain"), opened)
        jobs[f"parsed {keys}"] = partial(_parsed, stock.path(f"{name}-plain"), opened)
    times = medians(
        race(jobs, rounds=4 * scale.rounds, clock=CPU, after=lambda: opened.pop().close())
    )
    ours, plain = times[f"ours {many}"], times[f"plain {many}"]
    what = f"open + tail {TAIL}"
    return [
        ratio(
            "O1",
            f"{what}, {many} keys, cpu p50, x sqlite3",
            (ours, plain),
            unit="ms",
            goal=3,
        ),
        ratio("O1", "the same, x sqlite3 + parse", (ours, times[f"parsed {many}"]), unit="ms"),
        ratio(
            "O1",
            f"{what}, {many} keys over 1 key",
            (ours, times["ours 1"]),
            unit="ms",
            goal=1.3,
        ),
    ]


def _fill(stock: Stock, name: str, keys: int) -> None:
    store = require(stock.open_new(name), "close")
    plain = PlainTable(stock.path(f"{name}-plain"))
    for number in range(keys):
        rows = stock.rows(EACH, start=number * EACH)
        store.append(key(number), [row.entry for row in rows])
        plain.append(number, rows)
    store.close()
    plain.close()


def _ours(url: str, opened: list[ClosableStore | PlainTable]) -> None:
    store = require(open_store(url), "close")
    store.read(key(0), limit=TAIL)
    opened.append(store)


def _plain(path: Path, opened: list[ClosableStore | PlainTable]) -> None:
    plain = PlainTable(path)
    plain.bodies(0, TAIL)
    opened.append(plain)


def _parsed(path: Path, opened: list[ClosableStore | PlainTable]) -> None:
    plain = PlainTable(path)
    plain.tail(0, TAIL)
    opened.append(plain)
