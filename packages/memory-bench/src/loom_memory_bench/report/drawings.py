"""The plots of a report: each where the report holds what it shows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from loom_memory_bench.report.groups import ANSWERABLE, WHOLE
from loom_memory_bench.report.plots.discordant import discordant_plot
from loom_memory_bench.report.plots.figure import Plot
from loom_memory_bench.report.plots.histogram import Scores, histogram_plot
from loom_memory_bench.report.plots.intervals import intervals_plot, percent
from loom_memory_bench.report.plots.lines import Axes, Line, lines_plot
from loom_memory_bench.report.report import Arm, Figure, Report
from loom_memory_bench.report.tables import note_on

_CUT: Final = re.compile(r"recall@([0-9]+)")

_FEWEST_SCORES: Final = 5
"""A histogram of fewer questions of a kind shows nothing."""


def plots_of(report: Report) -> list[Plot]:
    """Every plot, the most telling first."""
    return [
        *(plot for each in report.sources for plot in _measured(report, each.name)),
        *_gains(report),
        *_speeds(report),
    ]


def _measured(report: Report, source: str) -> Iterator[Plot]:
    figures = [each for each in report.figures if each.source == source]
    note = note_on(report, source)
    categories = {each.category for each in report.questions if each.source == source}
    for measure in report.headline[:1]:
        shown = [each for each in figures if each.measure == measure]
        for title, wanted in (("", set(WHOLE)), (" by category", categories)):
            if members := [each for each in shown if each.group in wanted]:
                yield intervals_plot(f"{source}: {measure}{title}", members, note=note)
    yield from _discordant(report, source, note=note)
    yield from _by_cut(source, figures, note=note)
    for arm in report.arms:
        yield from _scores(report, source, arm=arm, note=note)


def _discordant(report: Report, source: str, *, note: str) -> Iterator[Plot]:
    pairs = [
        each for each in report.comparisons if each.source == source and each.group == ANSWERABLE
    ]
    for measure in dict.fromkeys(each.measure for each in pairs):
        members = [each for each in pairs if each.measure == measure]
        title = f"{source}: {measure}, questions on which two arms differ"
        yield discordant_plot(title, members, note=note)


def _by_cut(source: str, figures: Sequence[Figure], *, note: str) -> Iterator[Plot]:
    lines: dict[str, list[tuple[float, float]]] = {}
    for each in figures:
        if each.group == ANSWERABLE and (cut := _CUT.fullmatch(each.measure)):
            lines.setdefault(each.arm, []).append((float(cut[1]), each.mean))
    if any(len(each) > 1 for each in lines.values()):
        ordered: dict[str, Line] = {name: sorted(each) for name, each in lines.items()}
        best = max(ordered, key=lambda name: ordered[name][-1][1])
        deepest, share = ordered[best][-1]
        yield lines_plot(
            f"{source}: recall by the number of hits",
            ordered,
            Axes("hits", "part of the gold turns found", whole=(0.0, 1.0)),
            description=f"At {deepest:g} hits, {best} finds most: {percent(share)}.",
            note=note,
        )


def _scores(report: Report, source: str, *, arm: Arm, note: str) -> Iterator[Plot]:
    answerable = {each.id: each.answerable for each in report.questions if each.source == source}
    kinds: dict[bool, list[float]] = {True: [], False: []}
    for each in report.records:
        if (each.source, each.arm) == (source, arm.name) and each.score is not None:
            kinds[answerable[each.question]].append(each.score)
    if min(map(len, kinds.values())) >= _FEWEST_SCORES:
        scores = Scores(kinds[True], kinds[False], report.thresholds.get(arm.name))
        yield histogram_plot(f"{source}, {arm.name}: best scores", scores, note=note)


def _gains(report: Report) -> Iterator[Plot]:
    lines: dict[str, list[tuple[float, float]]] = {}
    for each in report.gates:
        lines.setdefault(f"{each.source}, {each.arm}", []).append((each.calls, each.gain))
    if lines:
        ordered: dict[str, Line] = {name: sorted(each) for name, each in lines.items()}
        yield lines_plot(
            "Gain against calls of the verifier",
            ordered,
            Axes("part of the questions verified", "part of the whole gain", mark=1.0),
            description="The dashed line is the gain of verifying every question.",
        )


def _speeds(report: Report) -> Iterator[Plot]:
    families: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for each in report.points:
        family, _, name = each.series.partition(": ")
        line = families.setdefault(family, {}).setdefault(name or family, [])
        line.append((float(each.size), each.milliseconds))
    for family, lines in families.items():
        ordered: dict[str, Line] = {name: sorted(each) for name, each in lines.items()}
        yield lines_plot(
            f"{family}: time by size",
            ordered,
            Axes("entries", "milliseconds", logarithmic=True),
            description=_at_largest(ordered),
        )


def _at_largest(lines: Mapping[str, Line]) -> str:
    told = [f"{name} {line[-1][1]:.3g} ms at {line[-1][0]:,.0f}" for name, line in lines.items()]
    return (
        f"Of the largest sizes: {', '.join(told)}. Both axes are logarithmic: a line that is flat "
        "does not depend on the number of entries."
    )
