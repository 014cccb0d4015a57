"""MEM: what a new process holds after it opened a file and searched it, beside raw FTS5."""

import multiprocessing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from loom_memory_core import open_store, require

from loom_memory_bench.speed.corpus import MIXED, queries
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.resident import is_told, resident_bytes
from loom_memory_bench.speed.row import Row
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import BATCH, Stock, key

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SEARCHES: Final = 20


def memory(stock: Stock, scale: Scale) -> list[Row]:
    """MEM: growth of the resident set by opening, searching and reading the newest entries."""
    rows: list[Row] = []
    if not is_told():
        return rows
    for each in (scale.lengths[1], scale.lengths[2]):
        name, path = _filled(stock, each)
        ours = _grown(stock.url(name)) / 2**20
        raw = _grown(path) / 2**20
        what = f"memory to search {each} in one key, x FTS5"
        rows.append(Row("MEM", what, ours / raw, None, ours, raw, "MiB"))
    return rows


def _filled(stock: Stock, each: int) -> tuple[str, Path]:
    """The same entries in a file of ours and in one of the raw engine."""
    name, path = stock.unused("memory-ours"), stock.path(stock.unused("memory-raw"))
    store, engine = require(stock.open_new(name), "close"), RawFts5(path)
    for start in range(0, each, BATCH):
        rows = stock.rows(min(BATCH, each - start), start=start)
        store.append(key(0), [row.entry for row in rows])
        engine.append(0, rows)
    store.close()
    engine.close()
    return name, path


def _grown(place: str | Path) -> float:
    """Bytes that a process of its own grows by."""
    context = multiprocessing.get_context("spawn")
    ours, its = context.Pipe(duplex=False)
    process = context.Process(target=_use, args=(place, its))
    process.start()
    its.close()
    grown = float(ours.recv())
    process.join()
    return max(grown, 1.0)


def _use(place: str | Path, told: "Connection[int, int]") -> None:
    """Open, search, read, and tell how much more is held than before."""
    asked = queries(MIXED, SEARCHES)
    before = resident_bytes()
    if isinstance(place, Path):
        engine = RawFts5(place)
        for query in asked:
            engine.search_key(0, query)
        engine.tail(0, 50)
    else:
        store = require(open_store(place), "search")
        for query in asked:
            store.search(key(0), query)
        store.read(key(0), limit=50)
    told.send(resident_bytes() - before)
