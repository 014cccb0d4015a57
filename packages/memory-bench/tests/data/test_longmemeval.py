"""LongMemEval's published form, and its pooled evidence, on questions of our own."""

import json
from pathlib import Path
from typing import Any

import pytest
from loom_memory_bench.data.conversation import Place
from loom_memory_bench.data.evidence_pool import LIMITS, read_evidence_pool
from loom_memory_bench.data.longmemeval import read_longmemeval
from loom_memory_bench.errors import BenchmarkError

PUBLISHED = Path(__file__).parent / "longmemeval.json"

POOL: list[dict[str, Any]] = [
    {
        "question_id": "q1",
        "question_type": "temporal-reasoning",
        "question": "When did the tram stop?",
        "answer": 1998,
        "evidence_sessions": [
            {"date": "2023/05/30 (Tue) 23:40", "turns": [{"role": "user", "content": "In 1998."}]}
        ],
    },
    {
        "question_id": "q2",
        "question_type": "multi-session",
        "question": "How often?",
        "answer": "twice",
        "evidence_sessions": [
            {
                "date": "2023/05/30 (Tue) 23:40",
                "turns": [
                    {"role": "user", "content": "In 1998."},
                    {"role": "user", "content": "And in 2004."},
                    {"role": "assistant", "content": " "},
                ],
            }
        ],
    },
    {
        "question_id": "q3_abs",
        "question_type": "multi-session",
        "question": "Which ferry?",
        "answer": "not said",
        "evidence_sessions": [],
    },
    {
        "question_id": "q4",
        "question_type": "multi-session",
        "question": None,
        "answer": "x",
        "evidence_sessions": [],
    },
]


def test_every_question_has_a_haystack_of_its_own() -> None:
    data = read_longmemeval(PUBLISHED)
    assert [each.id for each in data.conversations] == ["k1", "k2_abs", "k3"]
    first = data.conversations[0]
    assert [turn.id for turn in first.turns] == ["s1:0", "s1:1", "s2:0", "s2:1"]
    assert first.turns[2].entry.content == "user: My kayak is yellow, and I named it Lemon."
    assert str(first.turns[2].entry.timestamp) == "2023-05-21 18:02:00+00:00"


def test_the_gold_is_the_turns_that_are_marked() -> None:
    question = read_longmemeval(PUBLISHED).questions[0]
    assert question.gold == (Place("s2:0", "s2"),)
    assert question.gold_sessions == ("s2",)
    assert (question.category, question.answer) == ("single-session-user", "Lemon")


def test_an_abstention_has_no_gold() -> None:
    question = read_longmemeval(PUBLISHED).questions[1]
    assert (question.answerable, question.gold, question.gold_sessions) == (False, (), ())
    assert question.answer is None


def test_a_question_without_marked_turns_counts_by_session() -> None:
    data = read_longmemeval(PUBLISHED)
    assert (data.questions[2].gold, data.questions[2].gold_sessions) == ((), ("s5",))
    assert data.blemishes == (
        "k3: no turn is marked as holding the answer, so sessions alone count",
    )


def test_a_haystack_without_dates_is_refused(tmp_path: Path) -> None:
    samples = json.loads(PUBLISHED.read_text())
    samples[0]["haystack_dates"].pop()
    path = tmp_path / "cut.json"
    path.write_text(json.dumps(samples))
    with pytest.raises(BenchmarkError, match="question k1: 2 haystack sessions have 2 ids and 1"):
        read_longmemeval(path)


def test_a_session_that_comes_twice_has_turns_of_its_own(tmp_path: Path) -> None:
    samples = json.loads(PUBLISHED.read_text())
    samples[0]["haystack_session_ids"] = ["s2", "s2"]
    path = tmp_path / "twice.json"
    path.write_text(json.dumps(samples))
    first = read_longmemeval(path).conversations[0]
    assert [turn.id for turn in first.turns] == ["s2:0", "s2:1", "s2~2:0", "s2~2:1"]
    assert {turn.session for turn in first.turns} == {"s2"}
    assert first.questions[0].gold == (Place("s2~2:0", "s2"),)


def test_the_pool_is_one_conversation_without_repeats(tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_text(json.dumps(POOL))
    data = read_evidence_pool(path)
    assert data.limits == LIMITS
    (pool,) = data.conversations
    assert [turn.id for turn in pool.turns] == ["q1/0:0", "q2/0:1"]
    first, second, third = pool.questions
    assert (first.gold, first.answer) == ((Place("q1/0:0", "q1/0"),), "1998")
    assert second.gold == (Place("q1/0:0", "q1/0"), Place("q2/0:1", "q2/0"))
    assert (third.answerable, third.gold) == (False, ())
    assert data.blemishes == ("q4: no question, left out",)
