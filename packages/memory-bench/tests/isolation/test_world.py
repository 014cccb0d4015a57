"""The generated world keeps its rules, and a world that breaks one is refused."""

from collections.abc import Callable

import pytest
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.isolation.properties import check_shuffled, check_world
from loom_memory_bench.isolation.shuffle import shuffled
from loom_memory_bench.isolation.world import World, WorldFact, make_world

WORLD = make_world()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_seed_keeps_the_rules(seed: int) -> None:
    world = make_world(seed)
    assert all(each.passed for each in check_world(world))
    assert all(each.passed for each in check_shuffled(world.facts, shuffled(world.facts)))


def test_a_seed_always_makes_the_same_world() -> None:
    assert make_world() == WORLD
    assert shuffled(WORLD.facts) == shuffled(WORLD.facts)
    assert make_world(1) != WORLD


def one_fact_less(world: World) -> World:
    return world._replace(facts=world.facts[1:])


def one_question_less(world: World) -> World:
    return world._replace(questions=world.questions[1:])


def two_objects(world: World) -> World:
    first, second, *others = world.facts
    twice = second._replace(subject=first.subject, relation=first.relation)
    return world._replace(facts=(first, twice, *others))


def name_in_a_name(world: World) -> World:
    first, *others = world.facts
    return world._replace(facts=(first._replace(subject=f"{first.object} the Second"), *others))


def broken_chain(world: World) -> World:
    first, *others = world.questions
    return world._replace(questions=(first._replace(supports=first.supports[::-1]), *others))


def replaced(world: World, old: WorldFact, new: WorldFact) -> World:
    def change(facts: tuple[WorldFact, ...]) -> tuple[WorldFact, ...]:
        return tuple(new if each == old else each for each in facts)

    questions = [each._replace(supports=change(each.supports)) for each in world.questions]
    return World(change(world.facts), tuple(questions))


def one_session(world: World) -> World:
    one, two, *_ = world.questions[0].supports
    return replaced(world, two, two._replace(session=one.session))


def gold_beside_anchor(world: World) -> World:
    question = world.questions[0]
    told = question.supports[0]
    text = f"{told.text} So says {question.gold}."
    return replaced(world, told, told._replace(text=text))


def gold_in_question(world: World) -> World:
    first, *others = world.questions
    return world._replace(
        questions=(first._replace(text=f"{first.text} Is it {first.gold}?"), *others)
    )


@pytest.mark.parametrize(
    ("breach", "rule"),
    [
        (one_fact_less, "size"),
        (one_question_less, "hops"),
        (two_objects, "functional relations"),
        (name_in_a_name, "names"),
        (broken_chain, "chains"),
        (one_session, "different sessions"),
        (gold_beside_anchor, "gold apart from anchor"),
        (gold_in_question, "question"),
    ],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_a_breach_is_refused_by_name(breach: Callable[[World], World], rule: str) -> None:
    with pytest.raises(BenchmarkError, match=f"guard '{rule}': ."):
        check_world(breach(WORLD))


def test_facts_that_keep_an_edge_are_refused() -> None:
    new = shuffled(WORLD.facts)
    kept = (WORLD.facts[0], *new[1:])
    with pytest.raises(BenchmarkError, match="'shuffled: "):
        check_shuffled(WORLD.facts, kept)
    with pytest.raises(BenchmarkError, match="'shuffled: no edge kept'"):
        check_shuffled(WORLD.facts, WORLD.facts)


def test_facts_with_another_text_are_refused() -> None:
    first, *others = shuffled(WORLD.facts)
    with pytest.raises(BenchmarkError, match="'shuffled: same facts': fact-000"):
        check_shuffled(WORLD.facts, (first._replace(text="x"), *others))


def test_facts_with_fewer_edges_are_refused() -> None:
    first, *others = shuffled(WORLD.facts)
    with pytest.raises(BenchmarkError, match="'shuffled: same number of edges'"):
        check_shuffled(WORLD.facts, (first._replace(targets=()), *others))
