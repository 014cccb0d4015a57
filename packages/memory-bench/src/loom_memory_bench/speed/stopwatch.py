"""Timing contenders side by side: one after the other in each round, in a turning order."""

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

Job = Callable[[], object]
Clock = Callable[[], float]

CPU: Final[Clock] = time.process_time
"""For work inside the process: other programs on the machine hardly move it."""

WALL: Final[Clock] = time.perf_counter
"""For what waits on the disk."""


def race(
    jobs: Mapping[str, Job], *, rounds: int, clock: Clock, after: Job | None = None
) -> dict[str, list[float]]:
    """The seconds that each job took in each round.

    Args:
        jobs: The contenders by name; each call does the next piece of the same work.
        rounds: How often each runs; the order turns by one from round to round.
        clock: ``CPU`` or ``WALL``.
        after: Called after each job, outside the time.
    """
    times: dict[str, list[float]] = {name: [] for name in jobs}
    order = list(jobs)
    with _without_collection():
        for _ in range(rounds):
            for name in order:
                started = clock()
                jobs[name]()
                times[name].append(clock() - started)
                if after:
                    after()
            order.append(order.pop(0))
    return times


def medians(times: Mapping[str, list[float]]) -> dict[str, float]:
    """The median of each contender."""
    return {name: statistics.median(each) for name, each in times.items()}


def means(times: Mapping[str, list[float]]) -> dict[str, float]:
    """The mean of each contender, for work whose cost comes in lumps."""
    return {name: statistics.fmean(each) for name, each in times.items()}


def exponent(small: float, large: float, *, growth: float) -> float:
    """How a cost grows when what it works on grows ``growth`` times: 0 not at all, 1 as much.

    Example:
        >>> round(exponent(1.0, 100.0, growth=10), 3)
        2.0
    """
    return math.log(large / small) / math.log(growth)


@contextmanager
def _without_collection() -> Iterator[None]:
    """As timeit does: a collection would be charged to whoever triggers it."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
