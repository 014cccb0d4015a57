"""Lines over an axis: recall by the number of hits, gain by calls, time by size."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from loom_memory_bench.report.markup import Markup, element, joined
from loom_memory_bench.report.plots.figure import WIDTH, Plot, Rows, line, marker, series, text
from loom_memory_bench.report.plots.intervals import cut
from loom_memory_bench.report.plots.scale import Scale, around, shown

_LEFT: Final = 46
_TOP: Final = 26
_LOW: Final = 250
_LEGEND: Final = 20
_LETTERS: Final = 27
"""What fits into half of the width, for a line of the legend."""

Line = Sequence[tuple[float, float]]
"""Places on both axes, in order of the first."""


class Axes(NamedTuple):
    """What both axes show."""

    across: str
    upward: str
    logarithmic: bool = False
    """Both of them."""

    whole: tuple[float, float] | None = None
    """The ends of the upward axis; around the values unless given."""

    mark: float | None = None
    """A value of the upward axis that is marked."""


def lines_plot(
    title: str, lines: Mapping[str, Line], axes: Axes, *, description: str, note: str = ""
) -> Plot:
    """The plot of several named lines."""
    across, upward = _scales(lines, axes)
    parts = [*_frame(across, upward, axes)]
    for number, (name, points) in enumerate(lines.items()):
        places = [(across.place(x), upward.place(y)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(element("polyline", points=path, fill="none", **series(number)))
        parts += [marker(number, each) for each in places]
        parts.append(_legend(name, number))
    height = _LOW + 44 + _LEGEND * ((len(lines) + 1) // 2)
    return Plot(title, description, height, joined(*parts), _numbers(lines, axes), note)


def _scales(lines: Mapping[str, Line], axes: Axes) -> tuple[Scale, Scale]:
    xs = [x for points in lines.values() for x, _ in points]
    ys = [y for points in lines.values() for _, y in points]
    ys += [] if axes.mark is None else [axes.mark]
    logarithmic = axes.logarithmic
    across = Scale(*around(xs, logarithmic=logarithmic), _LEFT, WIDTH - 12, logarithmic)
    ends = axes.whole or around(ys, logarithmic=logarithmic)
    return across, Scale(*ends, _LOW, _TOP, logarithmic)


def _frame(across: Scale, upward: Scale, axes: Axes) -> list[Markup]:
    parts: list[Markup] = []
    for each in upward.ticks():
        y = upward.place(each)
        parts.append(line((_LEFT, y), (WIDTH - 12, y), "grid"))
        parts.append(text((_LEFT - 6, y + 4), shown(each), anchor="end", kind="soft"))
    for each in across.ticks():
        x = across.place(each)
        parts.append(line((x, _LOW), (x, _LOW + 4), "axis"))
        parts.append(text((x, _LOW + 18), shown(each), anchor="middle", kind="soft"))
    if axes.mark is not None:
        y = upward.place(axes.mark)
        parts.append(line((_LEFT, y), (WIDTH - 12, y), "threshold"))
    parts.append(text((WIDTH - 12, _LOW + 34), axes.across, anchor="end", kind="soft"))
    parts.append(text((_LEFT, _TOP - 12), axes.upward, kind="soft"))
    return [*parts, line((_LEFT, _LOW), (WIDTH - 12, _LOW), "axis")]


def _legend(name: str, number: int) -> Markup:
    x, y = (WIDTH / 2) * (number % 2), _LOW + 52 + _LEGEND * (number // 2)
    stroke = element("polyline", points=f"{x:g},{y:g} {x + 26:g},{y:g}", **series(number))
    return joined(stroke, marker(number, (x + 13, y)), text((x + 33, y + 4), cut(name, _LETTERS)))


def _numbers(lines: Mapping[str, Line], axes: Axes) -> Rows:
    rows = [(name, shown(x), f"{y:.4g}") for name, points in lines.items() for x, y in points]
    return Rows(("line", axes.across, axes.upward), tuple(rows))
