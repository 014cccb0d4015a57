"""D1: bytes on disk, beside one table with the same bodies."""

from loom_memory_core import require

from loom_memory_bench.speed.plain_table import PlainTable
from loom_memory_bench.speed.raw_connection import size
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.row import Row, at_most
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import BATCH, Stock, key


def disk(stock: Stock, scale: Scale) -> list[Row]:
    """D1: one long list, closed, so that nothing is left in the log."""
    each = scale.lengths[2]
    name = stock.unused("disk-ours")
    store = stock.open_new(name)
    engines = [kind(stock.path(stock.unused("disk"))) for kind in (PlainTable, RawFts5)]
    for start in range(0, each, BATCH):
        rows = stock.rows(min(BATCH, each - start), start=start)
        store.append(key(0), [row.entry for row in rows])
        for engine in engines:
            engine.append(0, rows)
    require(store, "close").close()
    for engine in engines:
        engine.close()
    ours = size(stock.path(name)) / each
    plain, fts = (size(engine.path) / each for engine in engines)
    what = f"bytes per entry, {each} in one key"
    return [
        Row("D1", f"{what}, x table", ours / plain, at_most(2.0), ours, plain, "B"),
        Row("D1", f"{what}, x FTS5", ours / fts, None, ours, fts, "B"),
    ]
