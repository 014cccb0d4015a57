"""Thresholds: every gate put together from two pure arms, and none chosen."""

import pytest
from loom_memory_bench.data.own import read_own
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.measures.sign_test import sign_test
from loom_memory_bench.paired.calibrate import Judged, gates, measure_gates
from loom_memory_bench.paired.strangers import FOREIGN, with_strangers
from loom_memory_knowledge import WordsVerifier

DATA = with_strangers(read_own())
QUESTION = next(each for each in DATA.questions if each.answerable)
STRANGE = next(each for each in DATA.questions if not each.answerable)


def judged(gate: float, *, answerable: bool, holds: bool = True, says_yes: bool) -> Judged:
    return Judged(QUESTION if answerable else STRANGE, gate, holds and answerable, says_yes)


def test_a_gate_asks_below_and_answers_above() -> None:
    found = gates(
        "x",
        [
            judged(0.1, answerable=False, says_yes=False),
            judged(0.2, answerable=True, says_yes=False),
            judged(0.3, answerable=False, says_yes=True),
            judged(0.4, answerable=True, says_yes=True),
        ],
    )
    by_calls = {each.calls: each for each in found}
    assert [by_calls[calls].right for calls in (0.0, 0.25, 0.5, 0.75, 1.0)] == [
        0.5,
        0.75,
        0.5,
        0.5,
        0.5,
    ]
    assert (by_calls[0.25].wins, by_calls[0.25].losses) == (1, 0)
    assert (by_calls[0.5].wins, by_calls[0.5].losses) == (1, 1)
    assert by_calls[0.5].p == sign_test(1, 1)


def test_both_ends_are_the_pure_arms() -> None:
    report = measure_gates(
        DATA, WordsVerifier(), command="c", store="memory://", limit=6, resamples=200
    )
    right = {
        arm: sum(each.measures["right"] for each in report.records if each.arm == arm)
        / len(report.questions)
        for arm in ("always answer", "always ask")
    }
    assert report.gates[0].calls == 0.0
    assert report.gates[0].right == pytest.approx(right["always answer"])
    assert report.gates[-1].calls == 1.0
    assert report.gates[-1].right == pytest.approx(right["always ask"])
    assert [each.calls for each in report.gates] == sorted(each.calls for each in report.gates)


def test_a_corpus_of_one_kind_is_refused() -> None:
    alike = tuple(
        each._replace(questions=tuple(q for q in each.questions if q.answerable))
        for each in DATA.conversations
    )
    with pytest.raises(BenchmarkError, match=r"all of the \d+ questions are answerable"):
        measure_gates(
            DATA._replace(conversations=alike),
            WordsVerifier(),
            command="c",
            store="memory://",
            limit=6,
        )


def test_strangers_ask_about_the_people_who_are_there() -> None:
    for each in DATA.conversations:
        speakers = {turn.entry.role for turn in each.turns}
        strange = [question for question in each.questions if question.category == FOREIGN]
        assert strange
        others = {
            turn.entry.role for other in DATA.conversations for turn in other.turns
        } - speakers
        assert not [q for q in strange if others & set(q.text.replace("'", " ").split())]
        assert not any(question.gold for question in strange)
