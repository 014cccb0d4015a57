"""Facts with their edges permuted: the same sentences, and as many edges, that lead elsewhere."""

import random
from collections.abc import Sequence

from loom_memory_bench.isolation.world import SEED, WorldFact


def shuffled(facts: Sequence[WorldFact], *, seed: int = SEED) -> tuple[WorldFact, ...]:
    """``facts`` with the targets permuted among them, so that none keeps its own.

    Example:
        >>> from loom_memory_bench.isolation.world import make_world
        >>> facts = make_world().facts
        >>> sum(old.targets == new.targets for old, new in zip(facts, shuffled(facts)))
        0
    """
    rng = random.Random(seed)
    targets = [fact.targets for fact in facts]
    rng.shuffle(targets)
    for at, fact in enumerate(facts):
        while not _is_elsewhere(fact, targets[at]):
            other = rng.randrange(len(targets))
            if _is_elsewhere(fact, targets[other]) and _is_elsewhere(facts[other], targets[at]):
                targets[at], targets[other] = targets[other], targets[at]
    return tuple(fact._replace(targets=new) for fact, new in zip(facts, targets, strict=True))


def _is_elsewhere(fact: WorldFact, targets: tuple[str, ...]) -> bool:
    """Whether edges to ``targets`` lead neither where they led nor back to the subject."""
    return targets != fact.targets and fact.subject not in targets
