"""Figures made of records."""

import pytest
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.report.figures import figures_of
from loom_memory_bench.report.report import Asked, Record

QUESTIONS = [
    Asked(id="1", source="s", conversation="c", text="?", category="single", answerable=True),
    Asked(id="2", source="s", conversation="c", text="?", category="multi", answerable=True),
    Asked(id="3", source="s", conversation="c", text="?", category="trick", answerable=False),
]


def record(question: str, arm: str, **measures: float) -> Record:
    return Record(question=question, source="s", arm=arm, measures=measures)


RECORDS = [
    record("1", "a", hit=1),
    record("2", "a", hit=0, deep=1),
    record("3", "a", hit=1),
    record("1", "b", hit=1),
    record("2", "b", hit=1, deep=1),
    record("3", "b", hit=0),
]


def test_answerable_and_unanswerable_are_never_pooled() -> None:
    found = figures_of(QUESTIONS, RECORDS, pairs=[("b", "a")], compared=["hit"], resamples=20)
    means = {(f.group, f.arm): f.mean for f in found.figures if f.measure == "hit"}
    assert means == {
        ("answerable", "a"): 0.5,
        ("answerable", "b"): 1,
        ("unanswerable", "a"): 1,
        ("unanswerable", "b"): 0,
        ("multi", "a"): 0,
        ("multi", "b"): 1,
        ("single", "a"): 1,
        ("single", "b"): 1,
    }
    counts = {each.group: (each.wins, each.losses) for each in found.comparisons}
    assert counts == {
        "answerable": (1, 0),
        "unanswerable": (0, 1),
        "multi": (1, 0),
        "single": (0, 0),
    }


def test_a_measure_counts_the_questions_that_have_it() -> None:
    found = figures_of(QUESTIONS, RECORDS, pairs=[], compared=[], resamples=20)
    deep = {(f.group, f.arm): f.questions for f in found.figures if f.measure == "deep"}
    assert deep == {
        ("answerable", "a"): 1,
        ("answerable", "b"): 1,
        ("multi", "a"): 1,
        ("multi", "b"): 1,
    }


def test_arms_are_compared_on_the_questions_that_both_have() -> None:
    records = [
        record("1", "a", hit=1, deep=1),
        record("2", "a", hit=0),
        record("1", "b", hit=1),
        record("2", "b", hit=1, deep=0),
    ]
    compared = ["hit", "deep"]
    found = figures_of(
        QUESTIONS[:2], records, pairs=[("a", "b"), ("a", "gone")], compared=compared, resamples=20
    )
    counts = {
        each.measure: each.questions for each in found.comparisons if each.group == "answerable"
    }
    assert counts == {"hit": 2}
    assert {each.second for each in found.comparisons} == {"b"}


def test_a_question_that_one_arm_was_not_asked_is_refused() -> None:
    with pytest.raises(BenchmarkError, match="arm 'b' has no record of question '3'"):
        figures_of(QUESTIONS, RECORDS[:-1], pairs=[], compared=[], resamples=20)
