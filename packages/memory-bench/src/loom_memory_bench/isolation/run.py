"""Running the isolation of traversal: five arms, 120 questions, and what the shuffling shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from loom_memory_core import Progress, no_progress

from loom_memory_bench.isolation.arms import (
    LIMIT,
    NONE,
    ORACLE,
    SHUFFLED,
    SINGLE,
    TRAVERSAL,
    Give,
    arms,
    givers,
)
from loom_memory_bench.isolation.properties import check_shuffled, check_world
from loom_memory_bench.isolation.shuffle import shuffled
from loom_memory_bench.isolation.traversal import MakeTraversal, breadth_first
from loom_memory_bench.isolation.world import SEED, ChainQuestion, World, WorldFact, make_world
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.report.figures import figures_of
from loom_memory_bench.report.report import Asked, Comparison, Figure, Record, Report, Source
from loom_memory_bench.report.stamp import stamp, text_hash
from loom_memory_bench.shown_store import shown_store

NAME: Final = "isolation"
CHAIN: Final = "chain"
SUPPORTS: Final = "supports"
GOLD: Final = "gold named"

STORE: Final = "sqlite:///{folder}/facts.db"

DESTROYED: Final = 0.2
"""Shuffled edges may complete at most this part of the chains that the true ones complete."""

CERTAIN: Final = 0.001
"""The p below which the difference counts."""

PAIRS: Final = (
    (TRAVERSAL, SHUFFLED),
    (TRAVERSAL, SINGLE),
    (SINGLE, NONE),
    (ORACLE, TRAVERSAL),
)


def measure_isolation(  # noqa: PLR0913 - one for each option of the command
    *,
    command: str,
    seed: int = SEED,
    store: str = STORE,
    make_traversal: MakeTraversal = breadth_first,
    traversal: str = "breadth first",
    limit: int = LIMIT,
    resamples: int = RESAMPLES,
    progress: Progress = no_progress,
) -> Report:
    """Measure the arms, and say whether the traversal is isolated.

    Args:
        command: What a reader types to make the report again.
        seed: Of the world and of the shuffling.
        store: Where the search of the single hop looks; ``{folder}`` is a temporary folder.
        make_traversal: What walks; the breadth-first reference unless given.
        traversal: Its name.
        limit: How many facts a reader is given.
        resamples: Of the bootstrap.
        progress: Told of every question.

    Raises:
        BenchmarkError: The world breaks one of its rules.
    """
    world = make_world(seed)
    guards = [*check_world(world), *check_shuffled(world.facts, shuffled(world.facts))]
    asked = [_asked(each) for each in world.questions]
    with givers(world, store=store, make_traversal=make_traversal, limit=limit) as gives:
        records = list(_records(world, gives, progress))
    found = figures_of(asked, records, pairs=PAIRS, compared=(CHAIN, GOLD), resamples=resamples)
    return Report(
        kind="isolation",
        title="Isolation of traversal",
        command=command,
        resamples=resamples,
        verdict=verdict(found.figures, found.comparisons),
        sources=(_source(world, seed),),
        arms=arms(shown_store(store), traversal, limit=limit),
        headline=(CHAIN, SUPPORTS, GOLD),
        figures=found.figures,
        comparisons=found.comparisons,
        guards=tuple(guards),
        notes=NOTES,
        questions=tuple(asked),
        records=tuple(records),
        **stamp(),
    )


NOTES: Final = (
    "chain: every fact of the chain is among those given, so that a reader who follows it arrives",
    "supports: the part of the chain that is given",
    "gold named: a fact that is given names the answer, for whatever reason",
)


def verdict(figures: Sequence[Figure], comparisons: Sequence[Comparison]) -> str:
    """Whether the traversal counts: only if shuffling the edges destroys it."""
    chains = {each.arm: each for each in figures if (each.group, each.measure) == _WHOLE}
    (pair,) = (
        each
        for each in comparisons
        if (each.group, each.measure, each.first, each.second) == (*_WHOLE, TRAVERSAL, SHUFFLED)
    )
    walked, lost = chains[TRAVERSAL].mean, chains[SHUFFLED].mean
    counts = walked > 0 and lost <= DESTROYED * walked and pair.p < CERTAIN
    return (
        f"The traversal {'counts' if counts else 'does not count'}: it completes "
        f"{100 * walked:.1f} % of the chains, and {100 * lost:.1f} % with its edges shuffled "
        f"({pair.wins}/{pair.losses}, p {pair.p:.2g})."
    )


_WHOLE: Final = ("answerable", CHAIN)


def _source(world: World, seed: int) -> Source:
    texts = "\n".join([*(fact.text for fact in world.facts), *(q.text for q in world.questions)])
    return Source(
        name=NAME,
        sha256=text_hash(texts),
        conversations=1,
        entries=len(world.facts),
        questions=len(world.questions),
        counted=len(world.questions),
        limits=f"Generated with seed {seed}: names and sentences are plainer than anybody's.",
    )


def _asked(question: ChainQuestion) -> Asked:
    return Asked(
        id=question.id,
        source=NAME,
        conversation=NAME,
        text=question.text,
        category=f"{question.hops} hops",
        answerable=True,
        answer=question.gold,
        gold=tuple(fact.id for fact in question.supports),
    )


def _records(world: World, gives: Mapping[str, Give], progress: Progress) -> Iterator[Record]:
    facts = {fact.id: fact for fact in world.facts}
    total = len(world.questions) * len(gives)
    for number, question in enumerate(world.questions):
        for at, (arm, give) in enumerate(gives.items(), start=1):
            given = tuple(give(question))
            yield Record(
                question=question.id,
                source=NAME,
                arm=arm,
                measures=_measures(question, [facts[each] for each in given]),
                found=given,
            )
            progress(number * len(gives) + at, total)


def _measures(question: ChainQuestion, given: Sequence[WorldFact]) -> dict[str, float]:
    followed = [fact.id in {each.id for each in given} for fact in question.supports]
    return {
        CHAIN: float(all(followed)),
        SUPPORTS: sum(followed) / len(followed),
        GOLD: float(any(question.gold in fact.text for fact in given)),
        "characters": float(sum(len(fact.text) for fact in given)),
    }
