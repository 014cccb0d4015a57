"""W1: replacing a list of which little changed, beside delete and insert."""

from collections.abc import Callable
from itertools import count

from loom_memory_core import require

from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.row import Row, ratio, speedup
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.stopwatch import CPU, Job, medians, race

LENGTH = 1_000
CHANGED = 10
"""So many leave at the front of the list, and as many arrive at its end."""

OTHERS = 9
"""Further lists in the same file."""


def _moving(step: Callable[[int], object]) -> Job:
    """A job whose list moves on by ``CHANGED`` each time."""
    numbers = count(CHANGED, CHANGED)
    return lambda: step(next(numbers))


def rewritten(stock: Stock, scale: Scale) -> list[Row]:
    """W1: ten of a thousand replaced."""
    store = require(stock.open_new(stock.unused("replace-ours")), "replace")
    plain = PlainTable(stock.path(stock.unused("replace-plain")))
    fts = RawFts5(stock.path(stock.unused("replace-fts")))
    for number in range(OTHERS + 1):
        rows = stock.rows(LENGTH, start=number * LENGTH)
        store.append(key(number), [row.entry for row in rows])
        plain.append(number, rows)
        fts.append(number, rows)

    def entries(start: int) -> None:
        store.replace(key(0), [row.entry for row in stock.rows(LENGTH, start=start)])

    def bodies(start: int) -> None:
        plain.replace(0, stock.rows(LENGTH, start=start))

    def texts(start: int) -> None:
        old = stock.rows(LENGTH, start=start - CHANGED)
        fts.rewrite(0, old, stock.rows(LENGTH, start=start))

    jobs = {"ours": _moving(entries), "plain": _moving(bodies), "fts": _moving(texts)}
    times = medians(race(jobs, rounds=scale.rounds, clock=CPU))
    for each in (require(store, "close"), plain, fts):
        each.close()
    ours, plainly, fully = times["ours"], times["plain"], times["fts"]
    what = f"replace {LENGTH}, {CHANGED} changed"
    return [
        ratio(
            "W1",
            f"{what}, cpu p50, x delete + insert",
            (ours, plainly),
            unit="ms",
            goal=1.5,
        ),
        speedup("W1", "the same, x faster than with FTS5", (ours, fully), unit="ms", goal=6),
    ]
