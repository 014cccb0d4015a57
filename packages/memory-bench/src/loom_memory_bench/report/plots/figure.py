"""A plot with its caption, its description for those who do not see it, and its numbers."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from loom_memory_bench.report.markup import Markup, element, joined

WIDTH: Final = 480
"""In the plot's own units: letters of 13 of them are read on a phone that is 360 pixels wide."""

_NUMBER: Final = re.compile(r"[-+]?[0-9][0-9.,]*(?![0-9a-f]{8})|–|$")

_COLOURS: Final = 8
_DASHES: Final = (None, "6 3", "2 3")


class Rows(NamedTuple):
    """A table: what its columns hold, and the rows; the first cell names the row."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Plot(NamedTuple):
    """What is drawn, and what it says."""

    title: str
    description: str
    """What a reader would see in it, in words."""

    height: float
    drawn: Markup
    numbers: Rows
    note: str = ""
    """Shown below: such as the limits of the data."""


def figure(plot: Plot, name: str) -> Markup:
    """The plot as a figure of HTML, whose ids begin with ``name``."""
    svg = element(
        "svg",
        element("title", plot.title, id=f"{name}-title"),
        element("desc", plot.description, id=f"{name}-desc"),
        plot.drawn,
        viewBox=f"0 0 {WIDTH} {plot.height:g}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
    )
    caption = element("figcaption", element("strong", plot.title), " ", plot.description)
    note = element("p", plot.note, class_="limits") if plot.note else ""
    numbers = element("details", element("summary", "The numbers"), table(plot.numbers, plot.title))
    return element("figure", caption, svg, note, numbers)


def table(rows: Rows, caption: str) -> Markup:
    """A table of HTML that scrolls by itself where the page is narrow."""
    kinds = [_kind([row[at] for row in rows.rows]) for at in range(len(rows.head))]
    head = joined(
        *(element("th", each, scope="col", class_=kind) for each, kind in _beside(rows.head, kinds))
    )
    whole = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", head)),
        element("tbody", *(_row(each, kinds) for each in rows.rows)),
    )
    return element("div", whole, class_="wide", role="region", tabindex=0, aria_label=caption)


def _kind(cells: Sequence[str]) -> str | None:
    """``words`` for a column that holds more than numbers and lines."""
    return None if all(_NUMBER.match(cell) for cell in cells) else "words"


def _row(cells: Sequence[str], kinds: Sequence[str | None]) -> Markup:
    (first, _), *others = _beside(cells, kinds)
    return element(
        "tr",
        element("th", first, scope="row"),
        *(element("td", cell, class_=kind) for cell, kind in others),
    )


def _beside(cells: Sequence[str], kinds: Sequence[str | None]) -> list[tuple[str, str | None]]:
    return list(zip(cells, kinds, strict=True))


def text(at: tuple[float, float], words: str, *, anchor: str = "start", kind: str = "") -> Markup:
    """Words in a plot, beside their place."""
    x, y = at
    return element("text", words, x=x, y=y, text_anchor=anchor, class_=kind or None)


def line(start: tuple[float, float], end: tuple[float, float], kind: str) -> Markup:
    """A straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_=kind)


def series(number: int) -> dict[str, str | None]:
    """The class and the dashes of one of several series, told apart without colours, too."""
    dashes = _DASHES[number // _COLOURS % len(_DASHES)]
    return {"class_": f"s{number % _COLOURS}", "stroke_dasharray": dashes}


def marker(number: int, at: tuple[float, float]) -> Markup:
    """The mark of one of several series: circles, squares, triangles and diamonds."""
    x, y = at
    kind = f"mark s{number % _COLOURS}"
    match number % 4:
        case 0:
            return element("circle", cx=x, cy=y, r=4, class_=kind)
        case 1:
            return element("rect", x=x - 3.5, y=y - 3.5, width=7, height=7, class_=kind)
        case 2:
            return element(
                "polygon",
                points=f"{x:g},{y - 4.5:g} {x + 4.5:g},{y + 3.5:g} {x - 4.5:g},{y + 3.5:g}",
                class_=kind,
            )
        case _:
            return element(
                "polygon",
                points=f"{x:g},{y - 5:g} {x + 5:g},{y:g} {x:g},{y + 5:g} {x - 5:g},{y:g}",
                class_=kind,
            )
