"""What each arm costs: the time of retrieval, and what a reader has to read."""

import statistics
from collections.abc import Sequence

from loom_memory_bench.report.report import Cost, Record


def costs_of(source: str, records: Sequence[Record]) -> tuple[Cost, ...]:
    """A line for each arm, in the order in which they come."""
    by_arm: dict[str, list[Record]] = {}
    for each in records:
        by_arm.setdefault(each.arm, []).append(each)
    return tuple(_cost(source, arm, found) for arm, found in by_arm.items())


def _cost(source: str, arm: str, records: Sequence[Record]) -> Cost:
    times = sorted(1000 * (each.seconds or 0.0) for each in records)
    return Cost(
        source=source,
        arm=arm,
        questions_per_second=round(1000 * len(times) / max(sum(times), 1e-9), 1),
        p50_milliseconds=round(statistics.median(times), 3),
        p95_milliseconds=round(times[int(len(times) * 0.95)], 3),
        context_characters=round(
            statistics.mean(each.measures["characters"] for each in records), 1
        ),
    )
