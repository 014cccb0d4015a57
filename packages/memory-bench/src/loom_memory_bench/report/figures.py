"""The figures of a report, made of its records: means with intervals, and arms against arms."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.measures.bootstrap import Interval, intervals
from loom_memory_bench.measures.sign_test import sign_test
from loom_memory_bench.report.groups import groups, is_shown
from loom_memory_bench.report.report import Asked, Comparison, Figure, Record

EQUAL: Final = 1e-9
"""Figures closer than this are equal: sums of the same parts in another order."""

Pair = tuple[str, str]
"""Two arms, the first of which wins where it is better."""


class Figures(NamedTuple):
    """What the records of one data set come to."""

    figures: tuple[Figure, ...]
    comparisons: tuple[Comparison, ...]


class Column(NamedTuple):
    """One measure in one arm, or its difference between two, over the questions of a group."""

    measure: str
    arms: tuple[str, ...]
    values: tuple[float, ...]


def figures_of(
    questions: Sequence[Asked],
    records: Sequence[Record],
    *,
    pairs: Sequence[Pair],
    compared: Sequence[str],
    resamples: int,
) -> Figures:
    """All figures and comparisons of the records of one data set.

    Args:
        questions: Those that are counted.
        records: One for each question in each arm.
        pairs: The arms that are compared.
        compared: The measures that they are compared by.
        resamples: Of the bootstrap.

    Raises:
        BenchmarkError: An arm lacks a question that another has.
    """
    table = _table(questions, records)
    figures: list[Figure] = []
    comparisons: list[Comparison] = []
    for group, places in groups(questions).items():
        if is_shown(group, questions):
            columns = list(_columns(table, places, pairs=pairs, compared=compared))
            for column, mean in _with_intervals(columns, resamples):
                if len(column.arms) == 1:
                    figures.append(_figure(questions[0].source, group, column=column, mean=mean))
                else:
                    found = _comparison(questions[0].source, group, column=column, mean=mean)
                    comparisons.append(found)
    return Figures(tuple(figures), tuple(comparisons))


def _with_intervals(columns: Sequence[Column], resamples: int) -> Iterator[tuple[Column, Interval]]:
    """Each column with its interval; those of as many questions share the draws."""
    for length in sorted({len(each.values) for each in columns}, reverse=True):
        alike = [each for each in columns if len(each.values) == length]
        found = intervals([each.values for each in alike], resamples=resamples)
        yield from zip(alike, found, strict=True)


Table = Mapping[str, Sequence[Record]]
"""The records of each arm, in the order of the questions."""


def _table(questions: Sequence[Asked], records: Sequence[Record]) -> Table:
    by_arm: dict[str, dict[str, Record]] = {}
    for each in records:
        by_arm.setdefault(each.arm, {})[each.question] = each
    for arm, found in by_arm.items():
        missing = [each.id for each in questions if each.id not in found]
        if missing:
            raise BenchmarkError(
                f"arm {arm!r} has no record of question {missing[0]!r} and {len(missing) - 1} more",
                hint="ask every arm every question; an unanswered one is a record, too",
            )
    return {arm: [found[each.id] for each in questions] for arm, found in by_arm.items()}


def _columns(
    table: Table, places: Sequence[int], *, pairs: Sequence[Pair], compared: Sequence[str]
) -> Iterator[Column]:
    for arm, records in table.items():
        for measure in dict.fromkeys(name for at in places for name in records[at].measures):
            yield Column(measure, (arm,), tuple(_values(records, places, measure).values()))
    for first, second in pairs:
        for measure in compared:
            one, other = (_values(table.get(arm, ()), places, measure) for arm in (first, second))
            differences = tuple(one[at] - other[at] for at in one if at in other)
            if differences:
                yield Column(measure, (first, second), differences)


def _values(records: Sequence[Record], places: Sequence[int], measure: str) -> dict[int, float]:
    """One measure of the questions that have it, by their places."""
    if not records:
        return {}
    measured = ((at, records[at].measures) for at in places)
    return {at: each[measure] for at, each in measured if measure in each}


def _figure(source: str, group: str, *, column: Column, mean: Interval) -> Figure:
    (arm,) = column.arms
    return Figure(
        source=source,
        arm=arm,
        group=group,
        measure=column.measure,
        questions=len(column.values),
        **_rounded(mean),
    )


def _comparison(source: str, group: str, *, column: Column, mean: Interval) -> Comparison:
    first, second = column.arms
    wins, losses = (sum(each * sign > EQUAL for each in column.values) for sign in (1, -1))
    rounded = _rounded(mean)
    return Comparison(
        source=source,
        group=group,
        measure=column.measure,
        first=first,
        second=second,
        questions=len(column.values),
        difference=rounded["mean"],
        low=rounded["low"],
        high=rounded["high"],
        wins=wins,
        losses=losses,
        p=sign_test(wins, losses),
    )


def _rounded(mean: Interval) -> dict[str, float]:
    return {name: round(part, 6) for name, part in mean._asdict().items()}
