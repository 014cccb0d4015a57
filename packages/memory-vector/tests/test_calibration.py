"""The table of thresholds, what follows from it, and the labels that it stands on."""

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InMemoryStore, InvalidOptionsError, MemoryEntry
from loom_memory_vector import (
    HashingEmbedder,
    Judged,
    LabelledQuestion,
    Vectors,
    calibrate,
    judge,
    read_questions,
)
from loom_memory_vector.calibration import FEWEST, interval

COSINES = st.integers(-100, 100).map(lambda number: number / 100)

ANSWERED = st.lists(COSINES, min_size=1, max_size=3).map(lambda all_: Judged(max(all_), (*all_,)))

JUDGED = st.tuples(
    st.lists(ANSWERED, min_size=FEWEST, max_size=FEWEST + 5),
    st.lists(COSINES.map(Judged), min_size=FEWEST, max_size=FEWEST + 5),
).map(lambda pair: pair[0] + pair[1])


@given(JUDGED)
def test_each_row_counts_what_its_threshold_does(judged: list[Judged]) -> None:
    found = calibrate(judged)
    own = [each for each in judged if each.gold]
    gold = [cosine for each in own for cosine in each.gold]
    tops = [each.top for each in judged if not each.gold]
    assert (found.answered, found.unrelated) == (len(own), len(tops))
    for step in found.steps:
        at = step.threshold
        assert step.gold_kept == pytest.approx(sum(each >= at for each in gold) / len(gold))
        assert step.own_answered == pytest.approx(sum(each.top >= at for each in own) / len(own))
        assert step.unrelated_empty == pytest.approx(sum(each < at for each in tops) / len(tops))


@given(JUDGED)
def test_the_table_is_whole(judged: list[Judged]) -> None:
    steps = calibrate(judged).steps
    assert steps[0][1:] == (1.0, 1.0, 0.0)
    thresholds = [round(100 * step.threshold) for step in steps]
    assert thresholds == list(range(thresholds[0], thresholds[-1] + 1))
    assert steps[-1].threshold >= max(each.top for each in judged)


@given(JUDGED, st.floats(0, 1), st.floats(0, 1))
def test_the_rule_gives_the_highest_that_keeps_enough(
    judged: list[Judged], keep: float, keep_gold: float
) -> None:
    found = calibrate(judged)
    gate = found.gate(keep=keep)
    assert gate.own_answered >= keep
    higher = [step for step in found.steps if step.threshold > gate.threshold]
    assert all(step.own_answered < keep for step in higher)
    floor = found.floor(keep=keep_gold, gate=gate.threshold)
    assert floor.threshold <= gate.threshold
    assert floor.gold_kept >= keep_gold


@pytest.mark.parametrize(
    ("answered", "unrelated", "words"),
    [
        (40, 0, "no question without an answer"),
        (0, 40, "no question with an answer"),
        (0, 0, "no question with an answer"),
        (FEWEST - 1, 40, r"29 questions with an answer are too few: .* from 83 to 100 %"),
        (40, 3, "3 questions without an answer are too few"),
    ],
)
def test_too_little_is_refused_with_what_it_would_be_worth(
    answered: int, unrelated: int, words: str
) -> None:
    judged = [Judged(0.6, (0.6,))] * answered + [Judged(0.1)] * unrelated
    with pytest.raises(InvalidOptionsError, match=words):
        calibrate(judged)


@given(st.floats(0, 1), st.integers(1, 5_000))
def test_an_interval_holds_its_share(share: float, count: int) -> None:
    value, low, high = interval(share, count)
    assert 0 <= low <= value + 1e-12
    assert value - 1e-12 <= high <= 1
    assert interval(share, 4 * count).high - interval(share, 4 * count).low <= high - low


def lines(*rows: object) -> list[str]:
    return [json.dumps(row) for row in rows]


def test_lines_are_read_and_blank_ones_passed_over() -> None:
    text = lines({"question": "a", "key": "k", "ids": ["1"]}, {"question": "b", "texts": ["c"]})
    assert list(read_questions(["", *text, " \n"])) == [
        LabelledQuestion(question="a", key="k", ids=("1",)),
        LabelledQuestion(question="b", texts=("c",)),
    ]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": 5}, "question"),
        ({"question": "a", "ids": ["1"]}, "ids without a key"),
        ({"question": "a", "key": "k", "texts": ["b"]}, "texts beside a key"),
        ({"question": "a", "texts": "b"}, "texts"),
        ({"question": "a", "answer": "b"}, "answer"),
        ([], "line 2"),
    ],
)
def test_a_line_that_is_none_is_named(row: object, words: str) -> None:
    with pytest.raises(InvalidOptionsError, match=f"line 2 is no .*{words}|{words}.*") as caught:
        list(read_questions(["", json.dumps(row)]))
    assert "line 2" in caught.value.message


EMBEDDER = HashingEmbedder(512)


def judged_of(*questions: LabelledQuestion, entries: Sequence[MemoryEntry] = ()) -> list[Judged]:
    store = InMemoryStore()
    store.append("k", entries)
    return list(judge(questions, EMBEDDER, read=store.read))


def test_texts_of_the_file_are_one_list() -> None:
    own, other = judged_of(
        LabelledQuestion(question="ripe kiwi", texts=("a kiwi", "ripe kiwi")),
        LabelledQuestion(question="ripe kiwi"),
    )
    assert own.top == other.top == 1.0
    assert own.gold == pytest.approx((0.5, 1.0), abs=0.1)
    assert other.gold == ()


class Slanted(HashingEmbedder):
    """Every question is at a cosine of .48 to every text."""

    def embed_query(self, text: str, /) -> Vectors:
        return np.array([0.48, (1 - 0.48**2) ** 0.5] if text == "asked" else [1, 0], np.float32)


def test_a_cosine_is_the_one_that_a_search_would_compare_with_the_threshold() -> None:
    asked = LabelledQuestion(question="asked", texts=("said",))
    assert list(judge([asked], Slanted(2))) == [Judged(0.48, (0.48,))]


def test_a_key_is_its_stored_list() -> None:
    entries = [MemoryEntry(content="ripe kiwi", id="1"), MemoryEntry(content="granite", id="2")]
    entries.append(MemoryEntry(content={"done": True}, id="3"))
    found = judged_of(
        LabelledQuestion(question="granite", key="k", ids=("2",)),
        LabelledQuestion(question="basalt", key="k"),
        LabelledQuestion(question="granite", texts=("fig",)),
        entries=entries,
    )
    assert [len(each.gold) for each in found] == [1, 0, 1]
    assert found[0].top == found[0].gold[0] == 1.0
    assert found[1].top < 0.3
    assert found[2].top < 0.3


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (LabelledQuestion(question="a", key="k", ids=("9",)), "names '9', which is not in"),
        (LabelledQuestion(question="a", key="k", ids=("3",)), "names '3', which is not in"),
        (LabelledQuestion(question="?!", key="k", ids=("1",)), "has no term"),
        (LabelledQuestion(question="a", texts=("?!", "b")), "names '\\?!', which is not in"),
        (LabelledQuestion(question="a", key="empty"), "the key 'empty' hold no text"),
        (LabelledQuestion(question="a"), "the file's texts hold no text"),
    ],
)
def test_labels_that_cannot_be_found_are_refused(question: LabelledQuestion, words: str) -> None:
    entries = [MemoryEntry(content="kiwi", id="1"), MemoryEntry(content=True, id="3")]
    with pytest.raises(InvalidOptionsError, match=words):
        judged_of(question, entries=entries)


def test_a_key_needs_a_store() -> None:
    with pytest.raises(InvalidOptionsError, match="no store was given") as caught:
        list(judge([LabelledQuestion(question="a", key="k")], EMBEDDER))
    assert "--store" in caught.value.hint
