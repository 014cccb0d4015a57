"""The guards of the paired benchmark, each of them broken once."""

import pytest
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.paired.guards import (
    answer_guard,
    held_guards,
    question_guard,
    reach_guard,
)
from loom_memory_bench.report.guarding import enforced
from loom_memory_bench.report.report import Asked, Record
from loom_memory_core import InMemoryStore, MemoryEntry

FACTS = {"f1": "Ada moved to Lisbon", "f2": "Bo keeps bees", "f3": "Cy sold the boat"}
QUESTION = Asked(
    id="q1", source="s", conversation="c", text="Who keeps bees?", category="x", answerable=True
)


def test_a_scope_that_holds_what_it_should_is_kept() -> None:
    assert [each.passed for each in held_guards(FACTS, FACTS.keys())] == [True, True]


def test_an_empty_store_is_told() -> None:
    guards = list(held_guards({}, FACTS.keys()))
    assert [each.passed for each in guards] == [False, False]
    with pytest.raises(BenchmarkError, match=r"(?s)guard 'empty store': nothing .*hint: fill it"):
        enforced(guards, hint="fill it")


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ({**FACTS, "x": "of another"}, "'x' was put there by another"),
        ({"f1": "", "f2": ""}, "'f3' is missing"),
    ],
    ids=["more", "less"],
)
def test_a_shared_scope_is_told(held: dict[str, str], told: str) -> None:
    _, shared = held_guards(held, FACTS.keys())
    assert (shared.passed, shared.detail) == (False, told)


@pytest.mark.parametrize("text", ["Who keeps bees?", "who keeps BEES", "«Who keeps bees?!»"])
def test_a_question_in_the_index_is_told(text: str) -> None:
    found = question_guard({**FACTS, "f9": text}, [QUESTION])
    assert (found.passed, found.detail) == (False, "question q1 is the text of 'f9'")


def test_a_text_that_answers_is_no_question() -> None:
    assert question_guard({**FACTS, "f9": "Who keeps bees? Bo does."}, [QUESTION]).passed


def store_of(facts: dict[str, str]) -> InMemoryStore:
    store = InMemoryStore()
    store.append(
        "facts", [MemoryEntry(content=text, meta={"id": name}) for name, text in facts.items()]
    )
    return store


@pytest.mark.parametrize(("lost", "passed"), [(0, True), (1, True), (2, False), (3, False)])
def test_facts_that_cannot_be_found_are_counted(lost: int, *, passed: bool) -> None:
    store = store_of(dict(list(FACTS.items())[lost:]))

    def search(text: str, limit: int) -> list[str]:
        hits = store.search("facts", text, limit=limit)
        return [str((hit.entry.meta or {})["id"]) for hit in hits]

    found = reach_guard(FACTS, search, limit=5)
    assert found.passed is passed
    assert found.detail == f"{3 - lost} of 3 facts are found by their own text"


def test_a_question_that_nobody_answered_is_not_wrong() -> None:
    answered = Record(question="q1", source="s", arm="a", measures={}, answer="Bo")
    abstained = answered.model_copy(update={"answer": None, "abstained": True})
    silent = answered.model_copy(update={"question": "q2", "answer": None})
    assert answer_guard([answered, abstained]).passed
    found = answer_guard([answered, silent])
    assert found.detail == "question q2 in arm 'a' has no answer and no abstention"
