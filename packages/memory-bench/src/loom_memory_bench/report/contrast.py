"""Two reports on the same questions: which differences between them are real."""

from collections.abc import Iterator, Sequence
from typing import Final

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.report.figures import figures_of
from loom_memory_bench.report.groups import WHOLE
from loom_memory_bench.report.report import Asked, Comparison, Record, Report

REAL: Final = 0.01
"""The p below which one difference, looked at alone, is called real. Of a hundred comparisons of
equals, one falls below it; of many, look for a far smaller p."""


def contrast(
    first: Report,
    second: Report,
    *,
    arms: tuple[str, str] | None = None,
    measures: Sequence[str] = (),
    resamples: int = RESAMPLES,
) -> tuple[Comparison, ...]:
    """The arms of ``first`` against those of ``second``, question by question.

    Args:
        first: Wins where it is better.
        second: The other.
        arms: One of each; every name that both have unless given.
        measures: What they are compared by; the headline of the first unless given.
        resamples: Of the bootstrap.

    Raises:
        BenchmarkError: They are on other data, or have nothing in common.
    """
    pairs = [arms] if arms else [(each, each) for each in _shared_arms(first, second)]
    names = measures or first.headline
    found = [
        each
        for source in _shared_sources(first, second)
        for pair in pairs
        for each in _contrasted(
            first, second, source=source, pair=pair, measures=names, resamples=resamples
        )
    ]
    if not found:
        raise BenchmarkError(
            f"nothing is in both reports: arms {_names(first)} and {_names(second)}",
            hint="name an arm of each with --arms FIRST SECOND, and a measure with --measure",
        )
    return tuple(found)


def is_real(comparison: Comparison) -> bool:
    """Whether the difference is more than the choice of questions explains.

    Both its test and its interval must say so.
    """
    return comparison.p < REAL and not comparison.low <= 0 <= comparison.high


def _names(report: Report) -> str:
    return ", ".join(each.name for each in report.arms) or "none"


def _shared_arms(first: Report, second: Report) -> list[str]:
    known = {each.name for each in second.arms}
    return [each.name for each in first.arms if each.name in known]


def _shared_sources(first: Report, second: Report) -> list[str]:
    hashes = {each.name: each.sha256 for each in second.sources}
    shared = [each for each in first.sources if each.name in hashes]
    for each in shared:
        if each.sha256 != hashes[each.name]:
            raise BenchmarkError(
                f"{each.name} is not the same data in both reports: sha256 {each.sha256[:12]} and "
                f"{hashes[each.name][:12]}",
                hint="run both on the same file; other questions cannot be paired",
            )
    return [each.name for each in shared]


def _contrasted(
    first: Report,
    second: Report,
    *,
    source: str,
    pair: tuple[str, str],
    measures: Sequence[str],
    resamples: int,
) -> Iterator[Comparison]:
    sides = [
        {each.question: each for each in report.records if (each.source, each.arm) == (source, arm)}
        for report, arm in zip((first, second), pair, strict=True)
    ]
    asked = [
        each
        for each in first.questions
        if each.source == source and all(each.id in side for side in sides)
    ]
    if not asked:
        return
    labels = (f"{pair[0]} (first)", f"{pair[1]} (second)")
    records = [
        _named(side[each.id], label)
        for each in asked
        for side, label in zip(sides, labels, strict=True)
    ]
    found = figures_of(asked, records, pairs=[labels], compared=measures, resamples=resamples)
    yield from (each for each in found.comparisons if _is_wide(each, asked))


def _named(record: Record, arm: str) -> Record:
    return record.model_copy(update={"arm": arm})


def _is_wide(comparison: Comparison, asked: Sequence[Asked]) -> bool:
    return comparison.group in {*WHOLE, *(each.category for each in asked)}
