"""Questions whose right answer is nothing, and what a gate does to them."""

from datetime import UTC, datetime

import pytest
from abstention import (
    KINDS,
    disguised,
    gold_kept,
    highest_gate,
    is_answerable,
    questions_to,
    shares,
    speakers,
)
from evidence import Evidence
from hypothesis import given
from hypothesis import strategies as st
from locomo import Conversation, Place, Question
from loom_memory_core import MemoryEntry
from loom_memory_vector import Judged

SAID = {"Ada": "I planted tomatoes", "Bo": "Mine froze"}


def conversation(
    name: str, people: list[str], *questions: tuple[str, int, list[str]]
) -> Conversation:
    entries = tuple(
        MemoryEntry(
            content=f"{who}: {text}",
            role=who,
            timestamp=datetime(2024, 6, 3, tzinfo=UTC),
            meta={"dia_id": f"D1:{at}", "session": "session_1"},
        )
        for at, (who, text) in enumerate(zip(people, SAID.values(), strict=True), start=1)
    )
    asked = tuple(
        Question(name, at, text, category, Evidence((*turns,)), tuple(Place(t, "s") for t in turns))
        for at, (text, category, turns) in enumerate(questions)
    )
    return Conversation(name, entries, asked)


ONE = conversation("one", ["Ada", "Bo"], ("What did Ada plant?", 4, ["D1:1"]), ("Lost?", 4, []))
OTHER = conversation(
    "other", ["Cy", "Di"], ("Whose froze, Di's?", 1, ["D1:2"]), ("No?", 5, ["D1:1"])
)


def test_a_conversation_is_asked_its_own_and_those_of_the_others() -> None:
    assert [tuple(each) for each in questions_to(ONE, [ONE, OTHER])] == [
        ("own", "What did Ada plant?", ("Ada: I planted tomatoes",)),
        ("foreign", "Whose froze, Di's?", ()),
        ("hard", "Whose froze, Bo's?", ()),
    ]


def test_adversarial_questions_and_those_without_evidence_are_left_out() -> None:
    assert [is_answerable(each) for each in (*ONE.questions, *OTHER.questions)] == [
        *(True, False, True, False)
    ]


def test_speakers_are_in_the_order_of_their_turns() -> None:
    assert speakers(OTHER) == ["Cy", "Di"]


def test_names_are_replaced_as_whole_words_and_at_once() -> None:
    assert disguised("Ada, Adam and Bo", ["Ada", "Bo"], ["Bo", "Ada"]) == "Bo, Adam and Ada"
    assert disguised("nobody", ["Ada", "Bo"], ["Cy", "Di"]) == "nobody"


SCORES = st.lists(st.integers(0, 100).map(lambda number: number / 100), min_size=1, max_size=50)


@given(SCORES, st.sampled_from([0.5, 0.9, 0.97, 1.0]))
def test_the_highest_gate_keeps_what_it_must_and_the_next_one_does_not(
    scores: list[float], keep: float
) -> None:
    def kept(gate: float) -> float:
        return sum(score >= gate for score in scores) / len(scores)

    gate = highest_gate(scores, keep=keep)
    assert kept(gate) >= keep
    assert kept(round(gate + 0.01, 6)) < keep


def test_a_gate_lets_through_what_reaches_it() -> None:
    scores = dict(zip(KINDS, ([0.5, 0.6], [0.5, 0.4], [0.1, 0.2]), strict=True))
    assert shares(scores, 0.5) == (0.5, 100, 50, 100)


def test_a_floor_keeps_what_reaches_it() -> None:
    assert gold_kept([Judged(0.9, (0.3, 0.9)), Judged(0.5, (0.29, 0.5))], 0.3) == pytest.approx(75)
