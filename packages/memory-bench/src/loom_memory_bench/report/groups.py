"""The groups of questions that are measured apart: answerable and unanswerable are never pooled."""

from collections.abc import Iterator, Sequence
from typing import Final

from loom_memory_bench.report.report import Asked

ANSWERABLE: Final = "answerable"
UNANSWERABLE: Final = "unanswerable"

WHOLE: Final = (ANSWERABLE, UNANSWERABLE)
"""The widest groups."""

_MOST_CONVERSATIONS: Final = 12
"""More conversations than these are not shown one by one."""


def groups(questions: Sequence[Asked]) -> dict[str, list[int]]:
    """The places of each group's questions, the widest group first.

    A category or a conversation whose questions are of both kinds is counted by its answerable
    ones; the others stand in a group of their own.
    """
    found: dict[str, list[int]] = {}
    for at, question in enumerate(questions):
        for label in _labels(question):
            found.setdefault(label, []).append(at)
    return {label: found[label] for label in sorted(found, key=_order(questions).index)}


def _labels(question: Asked) -> Iterator[str]:
    if not question.answerable:
        yield UNANSWERABLE
        return
    yield ANSWERABLE
    yield question.category
    if question.split:
        yield question.split
    yield question.conversation


def _order(questions: Sequence[Asked]) -> list[str]:
    categories = sorted({each.category for each in questions})
    splits = dict.fromkeys(each.split for each in questions)
    conversations = dict.fromkeys(each.conversation for each in questions)
    return [ANSWERABLE, UNANSWERABLE, *categories, *splits, *conversations]


def is_shown(group: str, questions: Sequence[Asked]) -> bool:
    """Whether tables and plots show ``group``: not the conversations, where there are many."""
    conversations = {each.conversation for each in questions}
    return group not in conversations or 1 < len(conversations) <= _MOST_CONVERSATIONS
