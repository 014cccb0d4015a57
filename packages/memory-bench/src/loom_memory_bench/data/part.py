"""A small part of a data set, to see that everything runs."""

from loom_memory_bench.data.conversation import Conversation, DataSet

QUESTIONS = 40
"""At most so many are kept."""


def part_of(data: DataSet) -> DataSet:
    """The first conversations with ``QUESTIONS`` questions, and a word of warning.

    Example:
        >>> from loom_memory_bench.data.own import read_own
        >>> len(part_of(read_own()).questions)
        40
    """
    kept: list[Conversation] = []
    room = QUESTIONS
    for each in data.conversations:
        if room > 0:
            kept.append(each._replace(questions=each.questions[:room]))
            room -= len(kept[-1].questions)
    limits = f"A part of the data, to see that all runs. {data.limits}".strip()
    return data._replace(conversations=tuple(kept), limits=limits)
