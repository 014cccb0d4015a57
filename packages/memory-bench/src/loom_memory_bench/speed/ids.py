"""Getting and removing one id: what the length of the list adds."""

from collections.abc import Iterator, Sequence

from loom_memory_core import GettableStore, RemovableStore, require

from loom_memory_bench.speed.corpus import Item
from loom_memory_bench.speed.row import Row, ratio
from loom_memory_bench.speed.scale import Scale
from loom_memory_bench.speed.stock import Stock, key
from loom_memory_bench.speed.stopwatch import CPU, Job, medians, race


def by_id(stock: Stock, scale: Scale) -> list[Row]:
    """ID: one id in a long list and in a short one."""
    short, _, long = scale.lengths
    return [
        _row("get", _getting(stock, (short, long), 4 * scale.rounds), (short, long)),
        _row("remove", _removing(stock, (short, long), 4 * scale.rounds), (short, long)),
    ]


def _row(verb: str, times: dict[str, list[float]], lengths: tuple[int, int]) -> Row:
    short, long = lengths
    middle = medians(times)
    pair = (middle[str(long)], middle[str(short)])
    return ratio("ID", f"{verb} one of {long} over one of {short}", pair, unit="us", goal=2)


def _getting(stock: Stock, lengths: Sequence[int], rounds: int) -> dict[str, list[float]]:
    jobs: dict[str, Job] = {}
    for each in lengths:
        jobs[str(each)] = _get(require(stock.store(1, each), "get"), _spread(stock, each, rounds))
    return race(jobs, rounds=rounds, clock=CPU)


def _get(store: GettableStore, rows: Iterator[Item]) -> Job:
    return lambda: store.get(key(0), [next(rows).entry.id])


def _removing(stock: Stock, lengths: Sequence[int], rounds: int) -> dict[str, list[float]]:
    """What is removed is appended again, outside the time: other targets read these lists."""
    removed: list[tuple[RemovableStore, Item]] = []
    jobs: dict[str, Job] = {}
    for each in lengths:
        store = require(stock.store(1, each), "remove")
        jobs[str(each)] = _remove(store, _spread(stock, each, rounds), removed)

    def put_back() -> None:
        store, row = removed.pop()
        store.append(key(0), [row.entry])

    return race(jobs, rounds=rounds, clock=CPU, after=put_back)


def _remove(
    store: RemovableStore, rows: Iterator[Item], removed: list[tuple[RemovableStore, Item]]
) -> Job:
    def remove() -> None:
        row = next(rows)
        store.remove(key(0), [row.entry.id])
        removed.append((store, row))

    return remove


def _spread(stock: Stock, each: int, number: int) -> Iterator[Item]:
    """``number`` rows from all over the list, each another one."""
    step = max(each // number, 1)
    return iter(stock.rows(each)[::step][:number])
