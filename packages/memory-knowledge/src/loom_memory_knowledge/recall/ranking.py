"""The order of chunks for a question: a pure function of the units that matched."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from loom_memory_knowledge.recall.dates import NamedDate, fit
from loom_memory_knowledge.recall.found import Found
from loom_memory_knowledge.recall.options import RecallOptions

Place = tuple[str, str]
"""A chunk: its document's id and its own."""

FACTS_BESIDE_COSINES: Final = 0.35
FACTS_BESIDE_WORDS: Final = 0.5


class Points(NamedTuple):
    """Where a score comes from, part by part."""

    unit: float
    """The best unit of the chunk's own text."""

    around: float = 0.0
    date: float = 0.0
    facts: float = 0.0
    session: float = 0.0

    @property
    def own(self) -> float:
        """The score without the session's part."""
        return self.unit + self.around + self.date + self.facts

    @property
    def total(self) -> float:
        """The score, rounded to six decimals before anything is decided by it."""
        return round(self.own + self.session, 6)


class Ranked(NamedTuple):
    """One chunk in the order."""

    place: Place
    points: Points
    best: Found
    """The unit that matched best."""


def ranked(
    found: Iterable[Found],
    *,
    options: RecallOptions,
    named: NamedDate | None = None,
    facts: Mapping[Place, float] | None = None,
) -> list[Ranked]:
    """Chunks, best first; of equal ones, the one that the store put first.

    Args:
        found: The units that matched.
        options: The weights.
        named: The date that the question names.
        facts: For turns, the best score of the facts that point at each, weighted.
    """
    by_chunk: dict[Place, list[Found]] = {}
    for each in found:
        by_chunk.setdefault((each.row.document, each.row.chunk), []).append(each)
    scored = {
        place: _points(units, options, named)._replace(facts=(facts or {}).get(place, 0.0))
        for place, units in by_chunk.items()
    }
    sessions = _sessions(by_chunk, scored)
    ranking = [
        Ranked(
            place,
            scored[place]._replace(session=options.session * sessions.get(place[0], 0.0)),
            max(units, key=lambda each: (_is_own(each), each.score, -each.rank)),
        )
        for place, units in by_chunk.items()
    ]
    return sorted(ranking, key=lambda each: (-each.points.total, each.best.rank))


def facts_weight(options: RecallOptions, found: Iterable[Found]) -> float:
    """What a fact's score is worth to the turn that it points at."""
    if options.facts is not None:
        return options.facts
    cosines = any(each.similarity is not None for each in found)
    return FACTS_BESIDE_COSINES if cosines else FACTS_BESIDE_WORDS


def pointed_at(facts: Iterable[Found], *, weight: float) -> dict[Place, float]:
    """For each turn that facts point at, the best of their scores, weighted."""
    found: dict[Place, float] = {}
    for fact in facts:
        for use in fact.row.uses:
            place = (use.document, use.chunk)
            found[place] = max(found.get(place, 0.0), weight * fact.score)
    return found


def _points(units: list[Found], options: RecallOptions, named: NamedDate | None) -> Points:
    own = max((each.score for each in units if _is_own(each)), default=0.0)
    around = max((each.score for each in units if not _is_own(each)), default=0.0)
    said_at = units[0].row.said_at
    date = fit(named, said_at) if named is not None and said_at is not None else 0.0
    return Points(own, options.around * around, options.date * date)


def _is_own(found: Found) -> bool:
    return found.row.kind != "around"


def _sessions(
    by_chunk: Mapping[Place, list[Found]], scored: Mapping[Place, Points]
) -> dict[str, float]:
    """The best score of each session's turns."""
    best: dict[str, float] = {}
    for place, units in by_chunk.items():
        if units[0].row.kind in {"turn", "around"}:
            best[place[0]] = max(best.get(place[0], 0.0), scored[place].own)
    return best
