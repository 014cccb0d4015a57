"""A seeded world of people, organisations, places and projects, and questions of several hops."""

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.isolation.name import names, new_words
from loom_memory_bench.isolation.relation import RELATIONS, SIZES, Relation

SEED: Final = 20_261_130
FACTS: Final = 376
SESSIONS: Final = 63
HOPS: Final = (2, 3, 4)
EACH: Final = 40
"""Questions of each number of hops."""

_TRIES: Final = 20_000


class WorldFact(NamedTuple):
    """One sentence about one thing, said in one session, with edges to what it is about."""

    id: str
    session: int
    text: str
    subject: str
    relation: str
    object: str
    targets: tuple[str, ...]
    """The names that its edges lead to: its object, until they are shuffled."""


class ChainQuestion(NamedTuple):
    """A question that names its anchor, and is answered by following its supports."""

    id: str
    text: str
    anchor: str
    gold: str
    supports: tuple[WorldFact, ...]
    """In the order in which they are followed."""

    @property
    def hops(self) -> int:
        """How many facts must be followed."""
        return len(self.supports)


class World(NamedTuple):
    """Facts and questions."""

    facts: tuple[WorldFact, ...]
    questions: tuple[ChainQuestion, ...]


def make_world(seed: int = SEED) -> World:
    """The world of a seed; always the same one.

    Raises:
        BenchmarkError: No such questions can be drawn.
    """
    rng = random.Random(seed)
    words = new_words(rng)
    things = {kind: names(kind, number, words) for kind, number in SIZES.items()}
    facts = _facts(things, rng)
    return World(facts, tuple(_questions(facts, rng)))


def _facts(things: Mapping[str, Sequence[str]], rng: random.Random) -> tuple[WorldFact, ...]:
    pairs = [(relation, subject) for relation in RELATIONS for subject in things[relation.subject]]
    rng.shuffle(pairs)
    return tuple(
        _fact(number, relation, subject, object_=_other(things[relation.object], subject, rng))
        for number, (relation, subject) in enumerate(pairs)
    )


def _fact(number: int, relation: Relation, subject: str, *, object_: str) -> WorldFact:
    return WorldFact(
        id=f"fact-{number:03}",
        session=number * SESSIONS // FACTS,
        text=relation.sentence.format(s=subject, o=object_),
        subject=subject,
        relation=relation.name,
        object=object_,
        targets=(object_,),
    )


def _other(names: Sequence[str], than: str, rng: random.Random) -> str:
    return rng.choice([each for each in names if each != than])


def _questions(facts: Sequence[WorldFact], rng: random.Random) -> list[ChainQuestion]:
    by_subject: dict[str, list[WorldFact]] = {}
    beside: dict[str, set[int]] = {}
    for fact in facts:
        by_subject.setdefault(fact.subject, []).append(fact)
        for name in (fact.subject, fact.object):
            beside.setdefault(name, set()).add(fact.session)
    found: dict[str, ChainQuestion] = {}
    for hops in HOPS:
        drawn = (_chain(by_subject, hops, rng) for _ in range(_TRIES))
        good = (chain for chain in drawn if _is_usable(chain, beside))
        fresh = (chain for chain in good if _text(chain) not in found)
        for chain in islice(fresh, EACH):
            found[_text(chain)] = _question(chain, number=len(found))
    if len(found) != EACH * len(HOPS):
        raise BenchmarkError(
            f"only {len(found)} of {EACH * len(HOPS)} questions could be drawn",
            hint="choose another seed",
        )
    return list(found.values())


def _chain(
    by_subject: Mapping[str, Sequence[WorldFact]], hops: int, rng: random.Random
) -> list[WorldFact]:
    chain = [rng.choice(by_subject[rng.choice(list(by_subject))])]
    while len(chain) < hops:
        chain.append(rng.choice(by_subject[chain[-1].object]))
    return chain


def _is_usable(chain: Sequence[WorldFact], beside: Mapping[str, set[int]]) -> bool:
    """Whether it visits nothing twice, in sessions of their own, its ends never in one session."""
    anchor, gold = chain[0].subject, chain[-1].object
    visited = {anchor, *(fact.object for fact in chain)}
    sessions = {fact.session for fact in chain}
    return (
        len(visited) == len(chain) + 1
        and len(sessions) == len(chain)
        and beside[anchor].isdisjoint(beside[gold])
    )


def _text(chain: Sequence[WorldFact]) -> str:
    relations = {each.name: each for each in RELATIONS}
    phrase = chain[0].subject
    for fact in chain:
        phrase = relations[fact.relation].phrase.format(s=phrase)
    return f"Who or what is {phrase}?"


def _question(chain: Sequence[WorldFact], *, number: int) -> ChainQuestion:
    return ChainQuestion(
        id=f"chain-{number:03}",
        text=_text(chain),
        anchor=chain[0].subject,
        gold=chain[-1].object,
        supports=tuple(chain),
    )
