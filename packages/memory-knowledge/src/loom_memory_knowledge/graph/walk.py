"""The walk: breadth first, both ways along the edges, the shortest way wins."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from loom_memory_knowledge.chunk import Chunk
from loom_memory_knowledge.fold import Document
from loom_memory_knowledge.graph.neighbours import Around, Neighbours
from loom_memory_knowledge.graph.result import Direction, GraphFact, GraphSubject, Step

FRONTIER: Final = 64
"""So many subjects at most are walked to at each depth."""


class Way(NamedTuple):
    """How a subject was reached."""

    seed: str
    path: tuple[Step, ...] = ()

    def on(self, fact: Chunk, direction: Direction, *, subject: str, document: str) -> "Way":
        """The same way, one edge further."""
        step = Step(fact=fact.id, direction=direction, subject=subject, document=document)
        return Way(self.seed, (*self.path, step))


class Walked(NamedTuple):
    """All that a walk reached, nearest first."""

    facts: list[GraphFact]
    subjects: list[GraphSubject]
    beyond_frontier: int
    tails: int


class Walk:
    """One walk through one scope.

    Args:
        neighbours: Reads what lies around a subject.
        scope: Its name, for the result.
        frontier: How many subjects are walked to at each depth.
        matching: Facts that fit the question, best first; they are told first at their depth.
    """

    def __init__(
        self,
        neighbours: Neighbours,
        scope: str,
        *,
        frontier: int = FRONTIER,
        matching: Sequence[str] = (),
    ) -> None:
        self._neighbours = neighbours
        self._rank = {fact: rank for rank, fact in enumerate(matching)}
        self._scope = scope
        self._frontier = frontier
        self._facts: dict[str, GraphFact] = {}
        self._subjects: list[GraphSubject] = []
        self._seen: set[str] = set()
        self._beyond = 0
        self._tails = 0

    def run(self, seeds: Sequence[str], *, hops: int) -> Walked:
        """Walk from the documents of some subjects.

        Args:
            seeds: Ids of documents, the most wanted first.
            hops: How many edges deep; the facts of what is reached last are told, too.
        """
        self._seen = set(seeds)
        ways: dict[str, Way | None] = dict.fromkeys(seeds)
        for depth in range(hops + 1):
            ways = self._level(ways, depth=depth, is_last=depth == hops)
        last = len(self._rank)
        facts = sorted(
            self._facts.values(), key=lambda each: (each.hops, self._rank.get(each.chunk, last))
        )
        return Walked(facts, self._subjects, self._beyond, self._tails)

    def _level(
        self, ways: dict[str, Way | None], *, depth: int, is_last: bool
    ) -> dict[str, Way | None]:
        """Tell what lies at one depth, and find what lies at the next one."""
        following: dict[str, Way | None] = {}
        for document, way in ways.items():
            around = self._neighbours.around(document)
            if around is None:
                continue
            reached = way or Way(_key(around.document))
            self._tell(around, reached, depth)
            for target, on in () if is_last else _edges(around, reached):
                if target in self._seen:
                    continue
                if len(following) == self._frontier:
                    self._beyond += 1
                else:
                    following[target] = on
                self._seen.add(target)
        return following

    def _tell(self, around: Around, way: Way, depth: int) -> None:
        document = around.document
        self._tails += around.cut
        self._subjects.append(
            GraphSubject(
                scope=self._scope,
                subject=_key(document),
                title=document.head.title,
                document=document.id,
                hops=depth,
                path=way.path,
            )
        )
        own = [(document, fact) for fact in around.own]
        for home, fact in [*own, *around.pointing]:
            if fact.id not in self._facts:
                self._facts[fact.id] = _fact(self._scope, home, fact, way=way, depth=depth)


def _edges(around: Around, way: Way) -> Iterator[tuple[str, Way]]:
    """Where one may go from a subject: along its facts' edges, then against those of others."""
    for fact in around.own:
        for edge in fact.body.edges:
            on = way.on(fact, "forward", subject=edge.name, document=edge.document)
            yield edge.document, on
    for home, fact in around.pointing:
        yield home.id, way.on(fact, "backward", subject=_key(home), document=home.id)


def _fact(scope: str, home: Document, fact: Chunk, *, way: Way, depth: int) -> GraphFact:
    body = fact.body
    return GraphFact(
        scope=scope,
        subject=_key(home),
        document=home.id,
        chunk=fact.id,
        text=body.text,
        hops=depth,
        path=way.path,
        seed=way.seed,
        fact_class=body.fact_class,
        writer=body.writer,
        edges=tuple(edge.name for edge in body.edges),
        observed_at=body.observed_at,
        recorded_at=fact.recorded_at,
        sources=body.sources,
    )


def _key(document: Document) -> str:
    return document.head.subject or document.head.title


def within(
    facts: Iterable[GraphFact], subjects: Iterable[GraphSubject], budget_chars: int | None
) -> tuple[list[GraphFact], list[GraphSubject], int]:
    """As much as fits into a budget of characters: facts first, then names; and what does not.

    The first fact that does not fit ends the facts, so that none is told whose way is not.
    """
    told, names = list(facts), list(subjects)
    if budget_chars is None:
        return told, names, 0
    left = budget_chars
    kept: list[GraphFact] = []
    for fact in told:
        left -= len(str(fact.text))
        if left < 0:
            break
        kept.append(fact)
    left = max(left, 0) if len(kept) == len(told) else 0
    shown: list[GraphSubject] = []
    for subject in names:
        left -= len(subject.title)
        if left < 0:
            break
        shown.append(subject)
    return kept, shown, len(told) - len(kept) + len(names) - len(shown)
