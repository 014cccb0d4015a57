"""LoCoMo's form, on a conversation of our own."""

import json
from pathlib import Path
from typing import Any

import pytest
from loom_memory_bench.data.conversation import Conversation, DataSet, Fact, Place
from loom_memory_bench.data.locomo import read_locomo
from loom_memory_bench.errors import BenchmarkError

SAMPLE: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        "session_1_date_time": "9:05 am on 3 June, 2024",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "I planted tomatoes."},
            {"speaker": "Bo", "dia_id": "D1:2", "text": "Mine.", "blip_caption": "a red tomato"},
        ],
        "session_2_date_time": "12:30 pm on 4 June, 2024",
        "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": "The kiln cracked my vase."}],
        "session_3_date_time": "9:05 am on 5 June, 2024",
    },
    "observation": {
        "session_1_observation": {"Ada": [["Ada planted tomatoes.", "D1:1"]], "Bo": []},
        "session_2_observation": {"Bo": [["Bo's vase broke.", ["D2:1", "D1:2"]]]},
    },
    "qa": [
        {"question": "Who planted?", "answer": "Ada", "evidence": ["D1:1"], "category": 4},
        {"question": "How many vases?", "answer": 1, "evidence": ["D2:1 D1:2"], "category": 1},
        {"question": "Why?", "adversarial_answer": "x", "evidence": ["D7:1"], "category": 5},
    ],
}


@pytest.fixture
def data(tmp_path: Path) -> DataSet:
    path = tmp_path / "sample.json"
    path.write_text(json.dumps([SAMPLE]))
    return read_locomo(path)


@pytest.fixture
def conversation(data: DataSet) -> Conversation:
    return data.conversations[0]


def test_an_entry_is_what_the_speaker_said(conversation: Conversation) -> None:
    contents = [turn.entry.content for turn in conversation.turns]
    assert contents == [
        "Ada: I planted tomatoes.",
        "Bo: Mine. [image: a red tomato]",
        "Bo: The kiln cracked my vase.",
    ]
    first = conversation.turns[0].entry
    assert (first.role, str(first.timestamp)) == ("Ada", "2024-06-03 09:05:00+00:00")
    assert first.meta == {"turn": "D1:1", "session": "session_1"}


def test_questions_know_where_their_answers_are(conversation: Conversation) -> None:
    planted, vases, why = conversation.questions
    assert planted.gold == (Place("D1:1", "session_1"),)
    assert vases.gold == (Place("D2:1", "session_2"), Place("D1:2", "session_1"))
    assert vases.gold_sessions == ("session_2", "session_1")
    assert (vases.category, vases.answer, vases.answerable) == ("multi-hop", "1", True)
    assert (why.category, why.answer, why.answerable) == ("adversarial", None, False)
    assert (why.gold, why.gold_sessions) == ((), ())


def test_facts_know_their_turns(conversation: Conversation) -> None:
    assert conversation.facts == (
        Fact("Ada planted tomatoes.", ("D1:1",), "session_1", about="Ada"),
        Fact("Bo's vase broke.", ("D2:1", "D1:2"), "session_2", about="Bo"),
    )


def test_what_was_wrong_is_told(data: DataSet) -> None:
    assert data.blemishes == (
        "conv-1:1: evidence read as D2:1 D1:2 -> D2:1 D1:2",
        "conv-1:2: evidence 'D7:1' names no turn and is left out",
        "conv-1:2: no usable evidence, not counted",
    )


def test_another_form_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('[{"sample_id": "x", "conversation": {}, "qa": [{"question": 1}]}]')
    with pytest.raises(BenchmarkError, match=r"(?s)not in LoCoMo's form: 0\.qa\.0\.question.*hint"):
        read_locomo(path)
