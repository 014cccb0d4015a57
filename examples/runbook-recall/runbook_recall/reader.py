"""Who answers: a model, or without one a reader that quotes. Both say what they read it in."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from loom_memory_core import SearchHit, origins, searchable_text, tokenize
from loom_memory_core.language import stems, stop_words
from loom_memory_runtime import ChatModel, fence
from pydantic import BaseModel

TASK = """\
You answer an engineer who is on call, from the passages of the runbook below and from nothing
else. Be brief, give commands as they stand there, and name the passages you used by the number
of their fence: [2] for "recalled 2 of 4". If they do not answer the question, say so."""


class Answer(BaseModel, frozen=True):
    """What was answered, and where that stands."""

    text: str
    citations: tuple[str, ...]


class Reader(Protocol):
    """Answers a question from what was recalled."""

    def answer(self, question: str, hits: Sequence[SearchHit]) -> Answer:
        """An answer that cites the origins of the passages it is made from."""
        ...


class QuotingReader:
    """No model: the sentences that share the most words with the question, as they stand.

    The heading above a sentence counts too, "disks" is "disk", and words such as "the" count
    for nothing.

    Args:
        sentences: How many at most.
    """

    def __init__(self, sentences: int = 4) -> None:
        self._sentences = sentences

    def answer(self, question: str, hits: Sequence[SearchHit]) -> Answer:
        """The best sentences, in the order of the passages."""
        asked = _words(question)
        found = [line for hit in hits for line in _lines(hit, asked)]
        best = sorted(found, key=lambda line: -line.shared)[: self._sentences]
        quoted = [line for line in found if line in best and line.shared]
        if not quoted:
            return Answer(text="The runbooks do not say.", citations=())
        cited = dict.fromkeys(line.origin for line in quoted)
        return Answer(text="\n".join(line.text for line in quoted), citations=tuple(cited))


class ChatReader:
    """A chat model, which gets the passages fenced: as data, whatever they say."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def answer(self, question: str, hits: Sequence[SearchHit]) -> Answer:
        """The model's answer; of the numbers it names, those that there are."""
        text = self._model.complete(
            [
                {"role": "system", "content": TASK},
                {"role": "user", "content": f"{fence(hits)}\n\nThe question: {question}"},
            ]
        )
        lists = re.findall(r"\[([\d, ]+)\]", text)
        named = dict.fromkeys(number for each in lists for number in re.findall(r"\d+", each))
        passages = {str(at): hit for at, hit in enumerate(hits, start=1)}
        cited = [_origin(passages[number]) for number in named if number in passages]
        return Answer(text=text, citations=tuple(cited))


class _Line(NamedTuple):
    text: str
    origin: str
    shared: int
    """Words of the question in the line and in its heading."""


def _lines(hit: SearchHit, asked: set[str]) -> list[_Line]:
    """The sentences of a passage, which stand below its heading, one a line."""
    heading, *sentences = searchable_text(hit.entry).splitlines()
    above = len(asked & _words(heading))
    return [_Line(text, _origin(hit), above + len(asked & _words(text))) for text in sentences]


def _words(text: str) -> set[str]:
    terms = [term for term in tokenize(text) if term not in stop_words("english")]
    return set(stems(terms, "english"))


def _origin(hit: SearchHit) -> str:
    return ", ".join(origins(hit.entry)) or hit.entry.id
