"""The questions on which two arms differ: how many each of them has better."""

from collections.abc import Sequence
from typing import Final

from loom_memory_bench.report.markup import Markup, element, joined
from loom_memory_bench.report.plots.figure import WIDTH, Plot, Rows, line, text
from loom_memory_bench.report.plots.scale import Scale
from loom_memory_bench.report.report import Comparison

_ROW: Final = 44
_MARGIN: Final = 44
_THICK: Final = 14


def discordant_plot(title: str, comparisons: Sequence[Comparison], *, note: str = "") -> Plot:
    """The plot of one measure of one group of questions, a row for each pair of arms."""
    most = max(1, *(max(each.wins, each.losses) for each in comparisons))
    scale = Scale(-most, most, _MARGIN, WIDTH - _MARGIN)
    rows = [_row(each, scale, _ROW * at) for at, each in enumerate(comparisons)]
    height = _ROW * len(comparisons) + 4
    middle = scale.place(0)
    axis = line((middle, 0), (middle, height), "axis")
    drawn = joined(axis, *rows)
    return Plot(title, _description(comparisons), height, drawn, _numbers(comparisons), note)


def _row(pair: Comparison, scale: Scale, top: float) -> Markup:
    y = top + 22
    middle = scale.place(0)
    left, right = scale.place(-pair.losses), scale.place(pair.wins)
    return joined(
        text((middle - 6, top + 14), pair.second, anchor="end"),
        text((middle + 6, top + 14), pair.first),
        element("rect", x=left, y=y, width=middle - left, height=_THICK, class_="bar s1"),
        element("rect", x=middle, y=y, width=right - middle, height=_THICK, class_="bar s0"),
        text((left - 5, y + 12), str(pair.losses), anchor="end"),
        text((right + 5, y + 12), str(pair.wins)),
        text((WIDTH, top + 14), f"p {shown_p(pair.p)}", anchor="end", kind="soft"),
    )


def shown_p(p: float) -> str:
    """A probability as people read it.

    Example:
        >>> shown_p(1.0), shown_p(0.0312), shown_p(2.38e-29)
        ('1.0', '0.031', '2.4e-29')
    """
    return f"{p:.2g}" if p < 1 else "1.0"


def _description(comparisons: Sequence[Comparison]) -> str:
    first = comparisons[0]
    return (
        "Bars count the questions on which the arm at that side is better; the others are equal. "
        f"Of {first.questions} questions, {first.first} has {first.wins} better and "
        f"{first.second} {first.losses}."
    )


def _numbers(comparisons: Sequence[Comparison]) -> Rows:
    rows = [
        (
            f"{each.first} : {each.second}",
            each.group,
            f"{each.wins}/{each.losses}",
            points(each.difference),
            f"{points(each.low)} to {points(each.high)}",
            shown_p(each.p),
        )
        for each in comparisons
    ]
    return Rows(("pair", "group", "better/worse", "difference", "95 %", "p"), tuple(rows))


def points(difference: float) -> str:
    """A difference of shares, in points.

    Example:
        >>> points(-0.0215)
        '-2.1'
    """
    return f"{100 * difference:+.1f}"
