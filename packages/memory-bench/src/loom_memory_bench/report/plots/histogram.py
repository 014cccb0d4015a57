"""How the best scores of answerable and unanswerable questions lie, and where the threshold is."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from loom_memory_bench.report.markup import Markup, element, joined
from loom_memory_bench.report.plots.figure import WIDTH, Plot, Rows, line, text
from loom_memory_bench.report.plots.intervals import percent
from loom_memory_bench.report.plots.scale import Scale, around, shown

_BINS: Final = 24
_LEFT: Final = 40
_TOP: Final = 22
_LOW: Final = 200


class Scores(NamedTuple):
    """The best score of each question, by kind; and the threshold, where there is one."""

    answerable: Sequence[float]
    unanswerable: Sequence[float]
    threshold: float | None = None


def histogram_plot(title: str, scores: Scores, *, note: str = "") -> Plot:
    """The plot of one arm's scores; each kind as parts of its own questions."""
    edges = _edges(scores)
    own, other = (_parts(each, edges) for each in scores[:2])
    across = Scale(edges[0], edges[-1], _LEFT, WIDTH - 10)
    upward = Scale(0.0, max(*own, *other, 0.01), _LOW, _TOP)
    parts = [
        *_frame(across, upward),
        _steps(own, edges, across, upward=upward, kind="area s0"),
        _steps(other, edges, across, upward=upward, kind="area hollow s1"),
        *_key(),
    ]
    if scores.threshold is not None:
        x = across.place(scores.threshold)
        parts += [
            line((x, _TOP - 6), (x, _LOW), "threshold"),
            text(
                (min(max(x, 60), WIDTH - 60), _TOP - 10),
                f"threshold {shown(scores.threshold)}",
                anchor="middle",
            ),
        ]
    return Plot(
        title, _description(scores), _LOW + 58, joined(*parts), _numbers(own, other, edges), note
    )


def _edges(scores: Scores) -> list[float]:
    low, high = around([*scores.answerable, *scores.unanswerable])
    return [low + (high - low) * at / _BINS for at in range(_BINS + 1)]


def _parts(values: Sequence[float], edges: Sequence[float]) -> list[float]:
    """The part of ``values`` in each bin; the last bin has its upper edge, too."""
    if not values:
        return [0.0] * (len(edges) - 1)
    last = edges[-1]
    return [
        sum(low <= each < high or each == high == last for each in values) / len(values)
        for low, high in pairwise(edges)
    ]


def _steps(
    parts: Sequence[float], edges: Sequence[float], across: Scale, *, upward: Scale, kind: str
) -> Markup:
    places = [(edges[0], 0.0)]
    for (low, high), part in zip(pairwise(edges), parts, strict=True):
        places += [(low, part), (high, part)]
    places.append((edges[-1], 0.0))
    points = " ".join(f"{across.place(x):.1f},{upward.place(y):.1f}" for x, y in places)
    return element("polygon", points=points, class_=kind)


def _frame(across: Scale, upward: Scale) -> list[Markup]:
    marks = [
        text((across.place(each), _LOW + 18), shown(each), anchor="middle", kind="soft")
        for each in across.ticks()
    ]
    for each in upward.ticks():
        y = upward.place(each)
        marks.append(line((_LEFT, y), (WIDTH - 10, y), "grid"))
        marks.append(text((_LEFT - 5, y + 4), f"{100 * each:.0f} %", anchor="end", kind="soft"))
    return [*marks, line((_LEFT, _LOW), (WIDTH - 10, _LOW), "axis")]


def _key() -> list[Markup]:
    y = _LOW + 42
    return [
        element("rect", x=0, y=y - 10, width=22, height=12, class_="area s0"),
        text((28, y), "answerable"),
        element("rect", x=130, y=y - 10, width=22, height=12, class_="area hollow s1"),
        text((158, y), "unanswerable"),
        text((WIDTH - 10, y), "best score", anchor="end", kind="soft"),
    ]


def _description(scores: Scores) -> str:
    if scores.threshold is None:
        return "Each kind of question as parts of its own number, by the score of its best hit."
    kept, empty = (
        sum((each >= scores.threshold) == above for each in values) / max(len(values), 1)
        for values, above in ((scores.answerable, True), (scores.unanswerable, False))
    )
    return (
        f"At the threshold, {percent(kept)} of the answerable questions find something and "
        f"{percent(empty)} of the unanswerable ones find nothing."
    )


def _numbers(own: Sequence[float], other: Sequence[float], edges: Sequence[float]) -> Rows:
    rows = [
        (f"{low:.3g} to {high:.3g}", percent(mine), percent(its))
        for (low, high), mine, its in zip(pairwise(edges), own, other, strict=True)
    ]
    return Rows(("best score", "answerable", "unanswerable"), tuple(rows))
