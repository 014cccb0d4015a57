"""The groups of questions that are measured apart."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bootstrap import Interval, intervals
from locomo import ANSWERABLE, CATEGORIES, Question
from retrieval import Answer

SPLIT: Final = {
    **dict.fromkeys(("conv-26", "conv-30", "conv-41", "conv-42"), "tune"),
    **dict.fromkeys(("conv-43", "conv-44", "conv-47"), "report"),
}
"""Constants were chosen on the first four conversations; the next three only report. The
other three of LoCoMo are held out."""

Measures = dict[str, tuple[int, list[Interval]]]
"""A group's number of questions, and its measures in the order of ``Recall``."""


def labels(question: Question) -> Iterator[str]:
    """The groups that ``question`` belongs to."""
    yield "all"
    if question.category in ANSWERABLE:
        yield "answerable"
    yield SPLIT.get(question.conversation, "held out")
    yield CATEGORIES[question.category]
    yield question.conversation


def measured(answers: Iterable[Answer], *, resamples: int) -> Measures:
    """The measures of every group, the widest first."""
    answers = list(answers)
    return {
        label: (len(rows), intervals(rows, resamples=resamples))
        for label in _in_order(answers)
        if (rows := [each.recall for each in answers if label in set(labels(each.question))])
    }


def _in_order(answers: Sequence[Answer]) -> Iterator[str]:
    yield from ("all", "answerable", "tune", "report", "held out")
    yield from CATEGORIES.values()
    yield from dict.fromkeys(each.question.conversation for each in answers)
