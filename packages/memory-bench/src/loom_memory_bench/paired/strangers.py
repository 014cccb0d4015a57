"""Questions that a conversation does not answer: its own, or another one's about its people."""

import re
from collections.abc import Iterator

from loom_memory_bench.data.conversation import Conversation, DataSet, Question

FOREIGN = "foreign"


def with_strangers(data: DataSet) -> DataSet:
    """Each conversation with its answerable questions, and as many of the next one's.

    A stranger's question names the people of the conversation that it is put to, in the place of
    its own: the same people, and something that they never said. Otherwise a name that nobody
    bears would give it away.
    """
    everybody = data.conversations
    asked = tuple(
        each._replace(
            questions=(*_own(each), *_foreign(everybody[(at + 1) % len(everybody)], each))
        )
        for at, each in enumerate(everybody)
    )
    return data._replace(conversations=asked)


def _own(conversation: Conversation) -> list[Question]:
    return [each for each in conversation.questions if each.answerable and each.gold]


def _foreign(other: Conversation, conversation: Conversation) -> Iterator[Question]:
    names = dict(zip(_speakers(other), _speakers(conversation), strict=False))
    for question in _own(other)[: len(_own(conversation))]:
        yield question._replace(
            id=f"{conversation.id} < {question.id}",
            text=_renamed(question.text, names),
            category=FOREIGN,
            gold=(),
            gold_sessions=(),
            answer=None,
            answerable=False,
        )


def _speakers(conversation: Conversation) -> list[str]:
    return list(dict.fromkeys(turn.entry.role or "" for turn in conversation.turns))


def _renamed(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    return text
