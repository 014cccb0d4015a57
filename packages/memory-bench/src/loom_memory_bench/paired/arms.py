"""The arms of the paired benchmark: what each gives a reader for a question."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from loom_memory_knowledge import Hit, Passage, Recall, RecallOptions

from loom_memory_bench.paired.filed import Filed
from loom_memory_bench.report.report import Arm

FACTS: Final = "facts"
TURNS: Final = "turns"
TRACES: Final = "facts+traces"
CASCADE: Final = "cascade"

ALONE: Final = RecallOptions(facts=0.0)
"""Turns without the help of facts."""


class Given(NamedTuple):
    """What a reader is given."""

    passages: tuple[Passage, ...]
    evidence: tuple[str, ...]
    """The ids of the turns that it stands on, best first: a fact stands on its sources."""

    gate: float

    @property
    def context(self) -> str:
        """The text that a reader sees: each passage with its day and its speaker."""
        return "\n".join(rendered(each) for each in self.passages)


Give = Callable[[Filed, str, int], Given]
"""What an arm gives for a question, of at most so many passages."""


def rendered(passage: Passage) -> str:
    """A passage as a reader sees it."""
    day = "" if passage.at is None else f"[{passage.at.day} {passage.at:%B %Y}] "
    by = "" if passage.said_by is None else f"{passage.said_by}: "
    return f"{day}{by}{passage.words}"


def facts_alone(filed: Filed, question: str, limit: int) -> Given:
    """The best facts, and nothing else."""
    found = filed.knowledge.recall(question, limit=limit, sources=["facts"])
    return _given(_of_hits(found.hits), _sources(filed, found.hits), found)


def turns_alone(filed: Filed, question: str, limit: int) -> Given:
    """The best turns, without the help of facts."""
    found = filed.knowledge.recall(question, limit=limit, sources=["traces"], options=ALONE)
    evidence = [filed.turns[each.chunk] for each in found.hits]
    return _given(_of_hits(found.hits), evidence, found)


def facts_and_traces(filed: Filed, question: str, limit: int) -> Given:
    """Half as many facts, the turns that they were drawn from, and the best turns up to the limit.

    The trace grant gives an agent both halves: what its facts were drawn from, and what matches.
    """
    facts = filed.knowledge.recall(question, limit=limit // 2, sources=["facts"])
    turns = filed.knowledge.recall(question, limit=limit, sources=["traces"])
    wanted = dict.fromkeys(_sources(filed, facts.hits))
    for hit in turns.hits:
        if len(wanted) >= limit:
            break
        wanted.setdefault(filed.turns[hit.chunk])
    said = [filed.passages[turn] for turn in wanted]
    return _given([*_of_hits(facts.hits), *said], wanted, facts, turns)


ARMS: Final[Mapping[str, Give]] = {
    FACTS: facts_alone,
    TURNS: turns_alone,
    TRACES: facts_and_traces,
}


def named_arms(limit: int, threshold: float | None) -> tuple[Arm, ...]:
    """The arms, as a report names them."""
    found = [
        Arm(name=FACTS, about="the best facts, and nothing else", settings={"passages": limit}),
        Arm(name=TURNS, about="the best turns, without facts", settings={"passages": limit}),
        Arm(
            name=TRACES,
            about="half as many facts, their turns, and the best turns up to the limit",
            settings={"passages": limit},
        ),
    ]
    if threshold is not None:
        about = f"{TRACES}, and below the threshold as the verifier says"
        settings = {"passages": limit, "threshold": threshold}
        found.append(Arm(name=CASCADE, about=about, settings=dict(settings)))
    return tuple(found)


def _sources(filed: Filed, hits: Iterable[Hit]) -> list[str]:
    named = (filed.turns[source.chunk] for hit in hits for source in hit.sources)
    return list(dict.fromkeys(named))


def _given(passages: Iterable[Passage], evidence: Iterable[str], *recalls: Recall) -> Given:
    numbered = [
        each.model_copy(update={"number": number}) for number, each in enumerate(passages, 1)
    ]
    gate = max((each.gate or 0.0 for each in recalls), default=0.0)
    return Given(tuple(numbered), tuple(evidence), gate)


def _of_hits(hits: Iterable[Hit]) -> list[Passage]:
    return [
        Passage(
            number=1,
            text=hit.text,
            said_by=hit.role,
            at=hit.observed_at,
            scope=hit.scope,
            document=hit.document,
            chunk=hit.chunk,
        )
        for hit in hits
    ]
