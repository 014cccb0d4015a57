"""R1 and R2: the newest entries and all of them, beside SELECT with pydantic's bare parsing."""

from functools import partial
from typing import Final

from loom_memory_bench.speed.langgraph_store import LanggraphStore, is_installed
from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.row import Row, at_most, ratio
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.stopwatch import CPU, Job, exponent, medians, race

TAIL: Final = 50


def read_times(stock: Stock, each: int, *, limit: int | None, rounds: int) -> tuple[float, float]:
    """Median seconds of ours and of the raw engine, to read a list of ``each`` entries."""
    store, plain = stock.store(1, each), stock.engine(PlainTable, 1, each)
    jobs = {
        "ours": partial(store.read, key(0), limit=limit),
        "plain": partial(plain.tail, 0, -1 if limit is None else limit),
    }
    times = medians(race(jobs, rounds=rounds, clock=CPU))
    return times["ours"], times["plain"]


def tail(stock: Stock, scale: Scale) -> list[Row]:
    """R1: the newest fifty, whatever the length of the list."""
    short, middle, long = scale.lengths
    rounds = 10 * scale.rounds
    times = {each: read_times(stock, each, limit=TAIL, rounds=rounds) for each in scale.lengths}
    grown = exponent(times[short][0], times[long][0], growth=long / short)
    what = f"tail {TAIL} of {middle}, cpu p50, x SELECT + parse"
    return [
        ratio("R1", what, times[middle], unit="us", goal=1.3),
        ratio("R1", f"the same of {long}", times[long], unit="us", goal=1.3),
        Row("R1", f"growth exponent, {short} to {long}", grown, at_most(0.1)),
        *_beside_langgraph(stock, scale),
    ]


def _beside_langgraph(stock: Stock, scale: Scale) -> list[Row]:
    if not is_installed():
        return []
    middle = scale.lengths[1]
    store = stock.store(1, middle)
    other = LanggraphStore(stock.path(stock.unused("langgraph")), stock.rows(middle))
    jobs: dict[str, Job] = {
        "ours": partial(store.read, key(0), limit=TAIL),
        "langgraph": partial(other.tail, TAIL),
    }
    times = medians(race(jobs, rounds=scale.rounds, clock=CPU))
    other.close()
    what = f"tail {TAIL} of {middle}, cpu p50, x langgraph SqliteStore"
    pair = (times["ours"], times["langgraph"])
    return [ratio("R1", what, pair, unit="us", goal=1 / 20)]


def whole(stock: Stock, scale: Scale) -> list[Row]:
    """R2: the whole list."""
    middle = scale.lengths[1]
    times = read_times(stock, middle, limit=None, rounds=scale.rounds)
    what = f"read all {middle}, cpu p50, x SELECT + parse"
    return [ratio("R2", what, times, unit="ms", goal=1.3)]
