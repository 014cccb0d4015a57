"""S3 and S4: search in one long list, beside raw FTS5 and beside exact BM25."""

import statistics
from functools import partial

from loom_memory_core import require

from loom_memory_bench.bm25 import Bm25, overlap
from loom_memory_bench.speed.corpus import COMMON, MIXED, RARE, Kind, queries
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.row import Goal, Row, at_most, ratio
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.searching import job, searching
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.stopwatch import CPU, exponent, race

Times = dict[str, list[float]]


def search_times(stock: Stock, kind: Kind, *, each: int, number: int) -> Times:
    """Seconds of each search of ours and of raw FTS5, in one key of ``each`` entries."""
    asked = queries(kind, number)
    store, fts = require(stock.store(1, each), "search"), stock.engine(RawFts5, 1, each)
    jobs = {
        "ours": searching(store, [(0, query) for query in asked]),
        "raw": job([partial(fts.search, query) for query in asked]),
    }
    return race(jobs, rounds=len(asked), clock=CPU)


def _median(times: Times) -> tuple[float, float]:
    return statistics.median(times["ours"]), statistics.median(times["raw"])


def _slow(times: Times) -> tuple[float, float]:
    """The 95th percentiles."""
    ours, raw = (sorted(times[name])[int(0.95 * len(times[name]))] for name in ("ours", "raw"))
    return ours, raw


def long_list(stock: Stock, scale: Scale) -> list[Row]:
    """S3: one long list."""
    each = scale.lengths[2]
    mixed = search_times(stock, MIXED, each=each, number=scale.queries)
    rare = search_times(stock, RARE, each=each, number=scale.queries)
    common = search_times(stock, COMMON, each=each, number=scale.queries)
    return [
        ratio("S3", f"mixed, {each}: cpu p50, x FTS5", _median(mixed), unit="ms", goal=0.2),
        ratio("S3", "the same, p95", _slow(mixed), unit="ms"),
        ratio("S3", f"rare, {each}: cpu p50, x FTS5", _median(rare), unit="ms", goal=1.3),
        ratio("S3", f"common, {each}: cpu p50, x FTS5", _median(common), unit="ms"),
        *_overlaps(stock, each=each, number=scale.queries),
    ]


def _overlaps(stock: Stock, *, each: int, number: int) -> list[Row]:
    store = require(stock.store(1, each), "search")
    exact = Bm25({row.entry.id: row.words for row in stock.rows(each)})
    what = f"{each}: overlap of the best 10 with exact BM25"
    return [
        Row(
            "S3",
            f"{kind.name}, {what}",
            statistics.fmean(
                overlap([hit.entry.id for hit in store.search(key(0), query)], exact.scores(query))
                for query in queries(kind, number)
            ),
            Goal(">=", 0.95) if kind is MIXED else None,
        )
        for kind in (MIXED, RARE, COMMON)
    ]


def growth(stock: Stock, scale: Scale) -> list[Row]:
    """S4: how search grows with the list."""
    _, middle, long = scale.lengths
    small, large = (
        _median(search_times(stock, MIXED, each=each, number=scale.queries))
        for each in (middle, long)
    )
    ours, raw = (
        exponent(before, after, growth=long / middle)
        for before, after in zip(small, large, strict=True)
    )
    what = f"mixed: growth exponent, {middle} to {long}"
    return [Row("S4", what, ours, at_most(0.8), ours, raw)]
