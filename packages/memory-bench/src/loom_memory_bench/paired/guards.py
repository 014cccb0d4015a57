"""What would make a paired figure a figure of something else; each is refused with its reason."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from loom_memory_core import tokenize

from loom_memory_bench.report.guarding import guard
from loom_memory_bench.report.report import Asked, Guard, Record

LEAST_REACHABLE: Final = 0.5
"""The part of the facts that must be found when they are asked for in their own words."""

Held = Mapping[str, str]
"""What an arm may find: each text under its id."""

Search = Callable[[str, int], Sequence[str]]
"""The ids that a search finds for a text, at most so many."""


def held_guards(held: Held, expected: Collection[str]) -> Iterator[Guard]:
    """Whether an arm searches what it should: all of it, and nothing else.

    Args:
        held: What is in its scope.
        expected: The ids that were put there.
    """
    empty = ["nothing is in its scope"] if not held else []
    yield guard("empty store", empty, holds=f"{len(held):,} texts")
    strange = [f"{name!r} was put there by another" for name in held if name not in expected]
    lost = [f"{name!r} is missing" for name in expected if name not in held]
    yield guard("shared scope", [*strange, *lost], holds="what was put there, and nothing else")


def question_guard(held: Held, questions: Sequence[Asked]) -> Guard:
    """Whether no question stands in the index, where it would be its own best hit.

    Texts are compared as their terms, so that marks and capitals do not hide one.
    """
    texts = {" ".join(tokenize(text)): name for name, text in held.items()}
    asked = {each.id: " ".join(tokenize(each.text)) for each in questions}
    found = [
        f"question {question} is the text of {texts[terms]!r}"
        for question, terms in asked.items()
        if terms in texts
    ]
    return guard("questions in the index", found, holds=f"none of {len(asked):,}")


def reach_guard(facts: Held, search: Search, *, limit: int) -> Guard:
    """Whether at least half of the facts can be reached at all, each asked for by its own text.

    An arm whose facts cannot be found measures its index and not its facts.

    Args:
        facts: What should be found.
        search: How the arm finds it.
        limit: As the arm is asked.
    """
    reached = sum(name in search(text, limit) for name, text in facts.items())
    told = f"{reached:,} of {len(facts):,} facts are found by their own text"
    too_few = [told] if reached < LEAST_REACHABLE * len(facts) else []
    return guard("reachable facts", too_few, holds=told)


def answer_guard(records: Sequence[Record]) -> Guard:
    """Whether every question was answered or abstained from.

    One that was never answered, because a model did not reply, is not a wrong answer.
    """
    silent = [
        f"question {each.question} in arm {each.arm!r} has no answer and no abstention"
        for each in records
        if each.answer is None and not each.abstained
    ]
    return guard("unanswered questions", silent, holds=f"each of {len(records):,} has an outcome")
