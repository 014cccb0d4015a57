"""A neighbourhood as one page that opens offline: a drawing, and all of it as text below."""

import math
from html import escape
from typing import Final, NamedTuple

from loom_memory_core import untainted

from loom_memory_knowledge.graph.result import GraphFact, GraphRecall, GraphSubject

RING: Final = 120
"""Pixels between subjects of one depth and those of the next."""

SHOWN: Final = 20
"""Characters of a title on the drawing."""

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --line: #8a97a6; --soft: #55626f;
  --seed: #b4441f; --node: #24628f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e9ee; --paper: #14191f; --line: #6c7a89; --soft: #a3b0bd;
    --seed: #ff9a76; --node: #7fc0ee; } }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
svg { width: 100%; height: auto; max-height: 80vh; }
line { stroke: var(--line); stroke-width: 1.5; }
circle { fill: var(--node); } .seed circle { fill: var(--seed); }
text { fill: var(--ink); text-anchor: middle; paint-order: stroke;
  stroke: var(--paper); stroke-width: 4px; }
li { margin: .3rem 0; } .way { color: var(--soft); }
"""


class Point(NamedTuple):
    """Where a subject is drawn."""

    x: float
    y: float


def picture(found: GraphRecall) -> str:
    """The page: subjects on rings around the seeds, a line for each edge, and the facts."""
    asked = escape(found.query or ", ".join(found.seeds) or "nothing")
    title = f"Around: {asked}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{title}</h1>{_drawing(found)}"
        f"<h2>Facts</h2><ol>{''.join(map(_fact, found.facts))}</ol>"
        f"<p>{escape(left_out(found))}</p></body></html>\n"
    )


def left_out(found: GraphRecall) -> str:
    """What is not there, in a sentence."""
    return (
        f"{found.beyond_budget:,} beyond the budget, {found.beyond_frontier:,} beyond the "
        f"frontier; of {found.tails:,} only the newest was read."
    )


def places(subjects: tuple[GraphSubject, ...]) -> dict[str, Point]:
    """A point for each subject: on the ring of its depth, evenly."""
    rings: dict[int, list[str]] = {}
    for each in subjects:
        rings.setdefault(each.hops, []).append(each.document)
    found = {}
    for depth, documents in rings.items():
        radius = RING * (depth + (0.0 if depth or len(documents) == 1 else 0.4))
        for at, document in enumerate(documents):
            angle = 2 * math.pi * (at / len(documents) + depth / 7)
            found[document] = Point(radius * math.cos(angle), radius * math.sin(angle))
    return found


def _drawing(found: GraphRecall) -> str:
    points = places(found.subjects)
    reach = max((max(abs(each.x), abs(each.y)) for each in points.values()), default=0) + 90
    box = f"{-reach:.0f} {-reach:.0f} {2 * reach:.0f} {2 * reach:.0f}"
    lines = "".join(sorted(_lines(found, points)))
    nodes = "".join(_node(each, points[each.document]) for each in found.subjects)
    label = f"{len(found.subjects)} subjects and the edges between them; the list below has all."
    size = max(15, reach / 16)  # so that it can be read on a phone, which shrinks the drawing
    return (
        f'<svg viewBox="{box}" font-size="{size:.0f}" role="img" aria-label="{label}">'
        f"{lines}{nodes}</svg>"
    )


def _lines(found: GraphRecall, points: dict[str, Point]) -> set[str]:
    """One line for each pair of drawn subjects that a fact connects."""
    documents = {(each.scope, each.subject): each.document for each in found.subjects}
    drawn = set()
    for fact in found.facts:
        for edge in fact.edges:
            ends = (fact.document, documents.get((fact.scope, edge), ""))
            if all(each in points for each in ends) and ends[0] != ends[1]:
                (one, other) = (points[each] for each in sorted(ends))
                drawn.add(
                    f'<line x1="{one.x:.0f}" y1="{one.y:.0f}" '
                    f'x2="{other.x:.0f}" y2="{other.y:.0f}"/>'
                )
    return drawn


def _node(subject: GraphSubject, point: Point) -> str:
    title = subject.title if len(subject.title) <= SHOWN else f"{subject.title[: SHOWN - 1]}…"
    kind = "seed" if subject.hops == 0 else "near"
    return (
        f'<g class="{kind}" transform="translate({point.x:.0f} {point.y:.0f})">'
        f"<title>{escape(subject.subject)}</title>"
        f'<circle r="{9 if subject.hops else 13}"/><text y="-18">{escape(title)}</text></g>'
    )


def _fact(fact: GraphFact) -> str:
    return (
        f'<li>{escape(str(untainted(fact.text)))} <span class="way">{escape(way(fact))}</span></li>'
    )


def way(fact: GraphFact) -> str:
    """How a fact was reached, for people."""
    arrows = {"forward": "→", "backward": "←"}
    steps = "".join(f" {arrows[step.direction]} {step.subject}" for step in fact.path)
    return f"{fact.seed}{steps}"
