"""Means with their intervals: a row for each arm, in a block for each group of questions."""

from collections.abc import Sequence
from typing import Final

from loom_memory_bench.report.markup import Markup, joined
from loom_memory_bench.report.plots.figure import WIDTH, Plot, Rows, line, marker, text
from loom_memory_bench.report.plots.scale import Scale
from loom_memory_bench.report.report import Figure

_ROW: Final = 20
_LEFT: Final = 158
_RIGHT: Final = 62
_LETTERS: Final = 21
"""What fits to the left of the axis."""


def intervals_plot(title: str, figures: Sequence[Figure], *, note: str = "") -> Plot:
    """The plot of one measure of one data set.

    Args:
        title: What is shown.
        figures: One for each arm and group, those of a group together.
        note: Shown below it.
    """
    high = max(1.0, *(each.high for each in figures))
    scale = Scale(0.0, high, _LEFT, WIDTH - _RIGHT)
    parts: list[Markup] = []
    top = 8.0
    for group in dict.fromkeys(each.group for each in figures):
        members = [each for each in figures if each.group == group]
        parts.append(
            text((0, top + 14), f"{group} ({members[0].questions} questions)", kind="strong")
        )
        rows = [_row(each, scale, top + _ROW * at) for at, each in enumerate(members, start=1)]
        bottom = top + _ROW * (len(members) + 1)
        parts += [*_grid(scale, top + _ROW, bottom), *rows]
        top = bottom + 10
    parts.append(_axis(scale, top))
    return Plot(title, _description(figures), top + 20, joined(*parts), _numbers(figures), note)


def _grid(scale: Scale, top: float, bottom: float) -> list[Markup]:
    return [line((x, top), (x, bottom), "grid") for x in map(scale.place, scale.ticks())]


def _axis(scale: Scale, top: float) -> Markup:
    marks = [
        text((scale.place(each), top + 8), f"{100 * each:g} %", anchor="middle", kind="soft")
        for each in scale.ticks()
    ]
    return joined(*marks)


def _row(figure: Figure, scale: Scale, top: float) -> Markup:
    y = top + _ROW / 2
    low, mean, high = map(scale.place, (figure.low, figure.mean, figure.high))
    return joined(
        text((_LEFT - 8, y + 4), cut(figure.arm, _LETTERS), anchor="end"),
        line((low, y), (high, y), "whisker"),
        marker(0, (mean, y)),
        text((WIDTH, y + 4), percent(figure.mean), anchor="end"),
    )


def cut(words: str, letters: int) -> str:
    """``words``, with dots where they were too long.

    Example:
        >>> cut("vectors, any", 9)
        'vectors,…'
    """
    return words if len(words) <= letters else f"{words[: letters - 1]}…"


def percent(share: float) -> str:
    """A share as people read it.

    Example:
        >>> percent(0.8125)
        '81.2 %'
    """
    return f"{100 * share:.1f} %"


def _description(figures: Sequence[Figure]) -> str:
    first = [each for each in figures if each.group == figures[0].group]
    best = max(first, key=lambda each: each.mean)
    least = min(first, key=lambda each: each.mean)
    return (
        f"Dots are means over questions, lines their 95 % intervals. Of the {first[0].group} "
        f"questions, {best.arm} reaches {percent(best.mean)} and {least.arm} "
        f"{percent(least.mean)}."
    )


def _numbers(figures: Sequence[Figure]) -> Rows:
    rows = [
        (each.arm, each.group, str(each.questions), *map(percent, (each.mean, each.low, each.high)))
        for each in figures
    ]
    return Rows(("arm", "group", "questions", "mean", "low", "high"), tuple(rows))
