"""The tables of a report, for every form that it is written in."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from loom_memory_bench.report.groups import WHOLE
from loom_memory_bench.report.plots.discordant import points, shown_p
from loom_memory_bench.report.plots.figure import Rows
from loom_memory_bench.report.plots.intervals import percent
from loom_memory_bench.report.plots.scale import shown
from loom_memory_bench.report.report import Comparison, Figure, Report


class Table(NamedTuple):
    """A table with its title, and what must be known of its figures."""

    title: str
    rows: Rows
    note: str = ""


def tables_of(report: Report) -> list[Table]:
    """Every table that has a row."""
    made = [
        *_setting(report),
        *(table for each in report.sources for table in _measured(report, each.name)),
        _costs(report),
        _gates(report),
        _timings(report),
        _points(report),
        *_care(report),
    ]
    return [table for table in made if table.rows.rows]


def note_on(report: Report, source: str) -> str:
    """The limits of a data set, which stand beside every figure on it."""
    return next((each.limits for each in report.sources if each.name == source), "")


def _setting(report: Report) -> Iterator[Table]:
    sources = [
        (
            each.name,
            f"{each.conversations:,}",
            f"{each.entries:,}",
            f"{each.counted:,} of {each.questions:,}",
            each.sha256,
            each.limits,
        )
        for each in report.sources
    ]
    head = ("data", "conversations", "entries", "questions counted", "sha256", "limits")
    yield Table("What was measured on", Rows(head, tuple(sources)))
    arms = [
        (
            each.name,
            each.about,
            ", ".join(f"{name} {value}" for name, value in each.settings.items()),
        )
        for each in report.arms
    ]
    yield Table("Arms", Rows(("arm", "what it is", "settings"), tuple(arms)))


def _measured(report: Report, source: str) -> Iterator[Table]:
    figures = [each for each in report.figures if each.source == source]
    note = note_on(report, source)
    for group in WHOLE:
        yield _by_measure(report, [each for each in figures if each.group == group], note=note)
    for measure in report.headline[:1]:
        yield _by_group(report, [each for each in figures if each.measure == measure], note=note)
    pairs = [each for each in report.comparisons if each.source == source]
    yield Table(f"{source}: arm against arm", _pairs(pairs), note)


def _by_measure(report: Report, figures: Sequence[Figure], *, note: str) -> Table:
    found = {(each.arm, each.measure): each for each in figures}
    measures = [each for each in report.headline if any(each == name for _, name in found)]
    rows = [
        (arm.name, *(_with_interval(found.get((arm.name, each))) for each in measures))
        for arm in report.arms
        if any((arm.name, each) in found for each in measures)
    ]
    title = f"{figures[0].source}: {figures[0].group} questions" if figures else ""
    asked = f" ({max(each.questions for each in figures):,})" if figures else ""
    return Table(title + asked, Rows(("arm", *measures), tuple(rows)), note)


def _by_group(report: Report, figures: Sequence[Figure], *, note: str) -> Table:
    found = {(each.arm, each.group): each for each in figures}
    counts = {each.group: each.questions for each in figures}
    rows = [
        (
            group,
            f"{counts[group]:,}",
            *(_mean(found.get((each.name, group))) for each in report.arms),
        )
        for group in counts
    ]
    title = f"{figures[0].source}: {figures[0].measure} by group" if figures else ""
    head = ("group", "questions", *(each.name for each in report.arms))
    return Table(title, Rows(head, tuple(rows)), note)


def _mean(figure: Figure | None) -> str:
    return "–" if figure is None else f"{100 * figure.mean:.1f}"


def _with_interval(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    return f"{100 * figure.mean:.1f} [{100 * figure.low:.1f}, {100 * figure.high:.1f}]"


def _pairs(pairs: Sequence[Comparison]) -> Rows:
    rows = [
        (
            f"{each.first} : {each.second}",
            each.group,
            each.measure,
            f"{points(each.difference)} [{points(each.low)}, {points(each.high)}]",
            f"{each.wins}/{each.losses}",
            shown_p(each.p),
        )
        for each in pairs
    ]
    return Rows(("pair", "group", "measure", "points", "better/worse", "p"), tuple(rows))


def _costs(report: Report) -> Table:
    rows = [
        (
            each.arm,
            each.source,
            f"{each.questions_per_second:,.1f}",
            f"{each.p50_milliseconds:.2f} ms",
            f"{each.p95_milliseconds:.2f} ms",
            "–" if each.bytes is None else f"{each.bytes:,}",
            "–" if each.context_characters is None else f"{each.context_characters:,.0f}",
        )
        for each in report.costs
    ]
    head = (
        "arm",
        "data",
        "questions a second",
        "p50",
        "p95",
        "bytes on disk",
        "context characters",
    )
    return Table("What it costs", Rows(head, tuple(rows)))


def _gates(report: Report) -> Table:
    rows = [
        (
            shown(each.threshold),
            f"{each.source}, {each.arm}",
            percent(each.calls),
            percent(each.right),
            percent(each.gain),
            "–" if each.alone is None else percent(each.alone),
            f"{each.wins}/{each.losses}",
            shown_p(each.p),
        )
        for each in report.gates
    ]
    head = (
        "threshold",
        "where",
        "calls",
        "right",
        "gain kept",
        "right without asking",
        "better/worse",
        "p",
    )
    return Table("Every threshold", Rows(head, tuple(rows)))


def _timings(report: Report) -> Table:
    verdict = {True: "met", False: "missed", None: ""}
    rows = [
        (
            each.target,
            each.what,
            "–" if each.ours is None else f"{each.ours:.4g} {each.unit}",
            "–" if each.other is None else f"{each.other:.4g} {each.unit}",
            f"{each.value:.3g}",
            each.goal or "–",
            verdict[each.met],
        )
        for each in report.timings
    ]
    head = ("target", "what", "ours", "other", "value", "goal", "")
    return Table("Times and ratios", Rows(head, tuple(rows)))


def _points(report: Report) -> Table:
    rows = [
        (each.series, f"{each.size:,}", f"{each.milliseconds:.4g} ms") for each in report.points
    ]
    return Table("By size", Rows(("what", "entries", "time"), tuple(rows)))


def _care(report: Report) -> Iterator[Table]:
    guards = [
        (each.name, "kept" if each.passed else "BROKEN", each.detail) for each in report.guards
    ]
    yield Table("Guards", Rows(("guard", "", "what was found"), tuple(guards)))
    left = [(each.name, each.reason) for each in report.left_out]
    yield Table("Left out", Rows(("what", "why"), tuple(left)))
    faults = [(each.name, fault) for each in report.sources for fault in each.blemishes]
    yield Table("What was wrong with the data", Rows(("data", "what"), tuple(faults)))
