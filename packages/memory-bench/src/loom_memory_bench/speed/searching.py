"""S1 and S2: search in many keys of a hundred entries, beside a table per key and a naive join."""

import random
import statistics
from collections.abc import Sequence
from functools import partial
from typing import Final

from loom_memory_core import SearchableStore, require

from loom_memory_bench.bm25 import Bm25, overlap
from loom_memory_bench.speed.corpus import COMMON, KINDS, MIXED, RARE, SEED, Kind, queries
from loom_memory_bench.speed.key_tables import KeyTables
from loom_memory_bench.speed.raw_fts5 import RawFts5
from loom_memory_bench.speed.row import Goal, Row, at_most, ratio
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.stopwatch import CPU, Job, exponent, medians, race

EACH: Final = 100
"""Entries of one key."""

Asked = Sequence[tuple[int, str]]
"""Queries, each with the number of the key that it is put to."""


def asked(kind: Kind, *, keys: int, number: int) -> Asked:
    """Queries of a class, each put to a key that is drawn."""
    rng = random.Random(SEED)
    return [(rng.randrange(keys), query) for query in queries(kind, number)]


def job(searches: Sequence[Job]) -> Job:
    """A job that does the next search each time."""
    following = iter(searches)

    def search() -> object:
        return next(following)()

    return search


def searching(store: SearchableStore, pairs: Asked) -> Job:
    """Ours, asked ``pairs`` in turn."""
    return job([partial(store.search, key(number), query) for number, query in pairs])


def raw_searching(engine: KeyTables | RawFts5, pairs: Asked) -> Job:
    """A raw engine, asked the same."""
    return job([partial(engine.search_key, number, query) for number, query in pairs])


def many_keys(stock: Stock, scale: Scale) -> list[Row]:
    """S1: one key among a thousand: what the others cost."""
    few, many = scale.keys
    rows = [_beside_key_tables(stock, kind, scale) for kind in KINDS]
    rows.append(_beside_join(stock, scale))
    for kind in (MIXED, RARE):
        small, large = (_alone(stock, kind, keys=keys, scale=scale) for keys in (few, many))
        grown = exponent(small, large, growth=many / few)
        what = f"{kind.name}: growth exponent, {few} to {many} keys"
        rows.append(Row("S1", what, grown, at_most(0.15)))
    return rows


def _beside_key_tables(stock: Stock, kind: Kind, scale: Scale) -> Row:
    keys = scale.keys[1]
    pairs = asked(kind, keys=keys, number=4 * scale.queries)
    jobs = {
        "ours": searching(require(stock.store(keys, EACH), "search"), pairs),
        "raw": raw_searching(stock.engine(KeyTables, keys, EACH), pairs),
    }
    times = medians(race(jobs, rounds=len(pairs), clock=CPU))
    what = f"{kind.name}, {keys} x {EACH}: cpu p50, x table per key"
    return ratio("S1", what, (times["ours"], times["raw"]), unit="ms", goal=2.5)


def _beside_join(stock: Stock, scale: Scale) -> Row:
    keys = scale.keys[1]
    pairs = asked(MIXED, keys=keys, number=scale.queries)
    jobs = {
        "ours": searching(require(stock.store(keys, EACH), "search"), pairs),
        "raw": raw_searching(stock.engine(RawFts5, keys, EACH), pairs),
    }
    times = medians(race(jobs, rounds=len(pairs), clock=CPU))
    what = f"mixed, {keys} x {EACH}: cpu p50, x join with all keys"
    return ratio("S1", what, (times["ours"], times["raw"]), unit="ms", goal=1 / 50)


def _alone(stock: Stock, kind: Kind, *, keys: int, scale: Scale) -> float:
    pairs = asked(kind, keys=keys, number=4 * scale.queries)
    jobs = {"ours": searching(require(stock.store(keys, EACH), "search"), pairs)}
    return medians(race(jobs, rounds=len(pairs), clock=CPU))["ours"]


def exact_ranking(stock: Stock, scale: Scale) -> list[Row]:
    """S2: the best ten, beside exact BM25 over the key's own rows."""
    keys = scale.keys[1]
    store = require(stock.store(keys, EACH), "search")
    return [
        Row(
            "S2",
            f"{kind.name}, {keys} x {EACH}: overlap of the best 10 with exact BM25",
            statistics.fmean(
                _overlap(stock, store, pair)
                for pair in asked(kind, keys=keys, number=4 * scale.queries)
            ),
            Goal(">=", 0.97),
        )
        for kind in (RARE, MIXED, COMMON)
    ]


def _overlap(stock: Stock, store: SearchableStore, pair: tuple[int, str]) -> float:
    number, query = pair
    rows = stock.rows(EACH, start=number * EACH)
    exact = Bm25({row.entry.id: row.words for row in rows}).scores(query)
    return overlap([hit.entry.id for hit in store.search(key(number), query)], exact)
