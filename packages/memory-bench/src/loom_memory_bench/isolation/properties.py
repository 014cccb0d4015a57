"""What a world must be for its figures to mean anything; a breach is an error."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from loom_memory_bench.isolation.world import (
    EACH,
    FACTS,
    HOPS,
    SESSIONS,
    ChainQuestion,
    World,
    WorldFact,
)
from loom_memory_bench.report.guarding import enforced, guard
from loom_memory_bench.report.report import Guard

_HINT: Final = "a figure on such a world would say nothing; make it with make_world"


def check_world(world: World) -> list[Guard]:
    """Every property of a world, all of them kept.

    Raises:
        BenchmarkError: One is not; the message names it.
    """
    return enforced(_properties(world), hint=_HINT)


def check_shuffled(facts: Sequence[WorldFact], shuffled: Sequence[WorldFact]) -> list[Guard]:
    """Every property of shuffled facts beside the facts that they were made of.

    Raises:
        BenchmarkError: One is not kept.
    """
    return enforced(_shuffled_properties(facts, shuffled), hint=_HINT)


def _properties(world: World) -> Iterator[Guard]:
    facts, questions = world
    sessions = {fact.session for fact in facts}
    counted = (len(facts), len(sessions))
    wrong = [f"{counted[0]} facts in {counted[1]} sessions"] if counted != (FACTS, SESSIONS) else []
    yield guard("size", wrong, holds=f"{FACTS} facts in {SESSIONS} sessions")
    hops = Counter(question.hops for question in questions)
    uneven = [f"{hops}"] if hops != dict.fromkeys(HOPS, EACH) else []
    yield guard("hops", uneven, holds=f"{EACH} questions each of {HOPS} hops")
    yield guard("functional relations", _repeated(facts), holds="one object for each subject")
    yield guard("names", _unclear(facts), holds="no name is part of another")
    by_question = {
        "chains": (_broken_chain, "each support begins where the one before it ends"),
        "different sessions": (_shared_session, "supports stand in sessions of their own"),
        "gold apart from anchor": (_beside, "no session names both"),
        "question": (_telling, "each names its anchor, and none its gold or a step"),
    }
    for name, (breach, holds) in by_question.items():
        breaches = [f"{each.id}: {what}" for each in questions if (what := breach(each, facts))]
        yield guard(name, breaches, holds=holds)


def _repeated(facts: Sequence[WorldFact]) -> list[str]:
    counts = Counter((fact.subject, fact.relation) for fact in facts)
    return [f"{pair} has {number} objects" for pair, number in counts.items() if number > 1]


def _unclear(facts: Sequence[WorldFact]) -> list[str]:
    names = {name for fact in facts for name in (fact.subject, fact.object)}
    return [f"{one!r} in {other!r}" for one in names for other in names - {one} if one in other]


def _broken_chain(question: ChainQuestion, facts: Sequence[WorldFact]) -> str:
    ends = [question.anchor, *(fact.object for fact in question.supports)]
    begins = [*(fact.subject for fact in question.supports), question.gold]
    known = set(facts).issuperset(question.supports)
    return "" if ends == begins and known else f"{ends} beside {begins}"


def _shared_session(question: ChainQuestion, _facts: Sequence[WorldFact]) -> str:
    sessions = [fact.session for fact in question.supports]
    return "" if len(set(sessions)) == len(sessions) else f"sessions {sessions}"


def _beside(question: ChainQuestion, facts: Sequence[WorldFact]) -> str:
    anchored = {fact.session for fact in facts if question.anchor in fact.text}
    golden = {fact.session for fact in facts if question.gold in fact.text}
    both = sorted(anchored & golden)
    return f"{question.anchor} and {question.gold} are named in session {both[0]}" if both else ""


def _telling(question: ChainQuestion, _facts: Sequence[WorldFact]) -> str:
    told = [fact.object for fact in question.supports if fact.object in question.text]
    return "" if question.anchor in question.text and not told else f"names {told}"


def _shuffled_properties(
    facts: Sequence[WorldFact], shuffled: Sequence[WorldFact]
) -> Iterator[Guard]:
    pairs = list(zip(facts, shuffled, strict=True))
    changed = [new.id for old, new in pairs if new._replace(targets=old.targets) != old]
    yield guard("shuffled: same facts", changed, holds="every fact and its text are kept")
    uneven = [new.id for old, new in pairs if len(old.targets) != len(new.targets)]
    yield guard("shuffled: same number of edges", uneven, holds="from every fact")
    before, after = (
        Counter(name for fact in each for name in fact.targets) for each in (facts, shuffled)
    )
    yield guard(
        "shuffled: same targets",
        [f"{before - after}"] if before != after else [],
        holds="every name has as many edges that lead to it",
    )
    kept = [new.id for old, new in pairs if set(old.targets) & set(new.targets)]
    yield guard("shuffled: no edge kept", kept, holds="no edge leads where it led")
