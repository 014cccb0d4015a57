"""SZ: search and the newest entries by how much there is, in one key and in many."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from loom_memory_core import require

from loom_memory_bench.report.report import Point
from loom_memory_bench.speed.corpus import MIXED, items
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.searching import asked, raw_searching, searching
from loom_memory_bench.speed.stock import BATCH, Stock, key
from loom_memory_bench.speed.stopwatch import CPU, Job, medians, race

TAIL: Final = 50

OURS: Final = "ours"
RAW: Final = "raw FTS5"


class Shape(NamedTuple):
    """How many entries there are, and over how many keys they are spread."""

    entries: int
    keys: int

    def lists(self) -> Iterator[tuple[int, int]]:
        """The number of each key, with how many entries it gets, in pieces of ``BATCH``."""
        for number in range(self.keys):
            each = self.entries // self.keys
            for start in range(0, each, BATCH):
                yield number, min(BATCH, each - start)

    @property
    def named(self) -> str:
        """The keys in words."""
        return "one key" if self.keys == 1 else f"{self.keys:,} keys"


def by_size(stock: Stock, scale: Scale) -> list[Point]:
    """SZ: median cpu of one search and one tail at each size, ours and raw FTS5."""
    return [
        point
        for keys in (1, scale.keys[1])
        for entries in scale.sizes
        if entries >= keys
        for point in _points(stock, scale, Shape(entries, keys))
    ]


def _points(stock: Stock, scale: Scale, shape: Shape) -> list[Point]:
    store = require(stock.open_new(stock.unused("size-ours")), "search")
    engine = RawFts5(stock.path(stock.unused("size-raw")))
    with closing(require(store, "close")), closing(engine):
        source = items()
        for number, count in shape.lists():
            rows = list(islice(source, count))
            store.append(key(number), [row.entry for row in rows])
            engine.append(number, rows)
        pairs = asked(MIXED, keys=shape.keys, number=scale.queries)
        searches: dict[str, Job] = {
            OURS: searching(store, pairs),
            RAW: raw_searching(engine, pairs),
        }
        tails: dict[str, Job] = {
            OURS: partial(store.read, key(0), limit=TAIL),
            RAW: partial(engine.tail, 0, TAIL),
        }
        found = medians(race(searches, rounds=len(pairs), clock=CPU))
        read = medians(race(tails, rounds=scale.rounds, clock=CPU))
    named = {f"search, {shape.named}": found, f"tail of {TAIL}, {shape.named}": read}
    return [
        Point(series=f"{what}: {who}", size=shape.entries, milliseconds=1000 * seconds)
        for what, times in named.items()
        for who, seconds in times.items()
    ]
