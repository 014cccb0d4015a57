"""LongMemEval's evidence turns without a haystack, pooled: they distract from each other.

The form is a list of questions, each with ``evidence_sessions``: a date and the turns that hold
the answer. It is not LongMemEval_S, and no figure on it compares with a published one.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, TypeAdapter

from loom_memory_bench.data.conversation import Conversation, DataSet, Place, Question, Turn
from loom_memory_bench.data.json_file import hashed, validated
from loom_memory_bench.data.longmemeval import ABSTENTION, spoken, written_time

LIMITS: Final = (
    "Evidence turns of many questions in one list, without any haystack: much easier than "
    "LongMemEval, and no figure on it compares with a published one."
)


class _Said(BaseModel):
    role: str
    content: str


class _Session(BaseModel):
    date: str
    turns: list[_Said]


class _Sample(BaseModel):
    question_id: str
    question_type: str
    question: str | None
    answer: Annotated[str, BeforeValidator(str)]
    evidence_sessions: list[_Session]


_SAMPLES: Final = TypeAdapter(list[_Sample])


def read_evidence_pool(path: Path) -> DataSet:
    """All evidence turns as one conversation, with all questions put to it.

    A turn that two questions share is stored once. A question without a text is left out.

    Raises:
        BenchmarkError: The file has another form.
        OSError: It cannot be read.
    """
    samples = validated(path, _SAMPLES, form="the evidence pool's")
    turns: dict[tuple[str, str, str], Turn] = {}
    questions = [_question(each, each.question, turns) for each in samples if each.question]
    pool = Conversation("evidence-pool", tuple(turns.values()), tuple(questions))
    blemishes = tuple(_blemishes(samples, questions))
    return DataSet("longmemeval-evidence", (pool,), hashed(path), LIMITS, blemishes)


def _blemishes(samples: Sequence[_Sample], questions: Sequence[Question]) -> Iterator[str]:
    for sample in samples:
        if not sample.question:
            yield f"{sample.question_id}: no question, left out"
    for question in questions:
        if question.answerable and not question.gold:
            yield f"{question.id}: no evidence turn, not counted"


def _question(sample: _Sample, text: str, turns: dict[tuple[str, str, str], Turn]) -> Question:
    answerable = not sample.question_id.endswith(ABSTENTION)
    gold = dict.fromkeys(
        turns.setdefault(identity, turn).place for identity, turn in _turns(sample)
    )
    sessions = dict.fromkeys(place.session for place in gold)
    return Question(
        id=sample.question_id,
        text=text,
        category=sample.question_type,
        gold=tuple(gold) if answerable else (),
        gold_sessions=tuple(sessions) if answerable else (),
        answer=sample.answer if answerable else None,
        answerable=answerable,
    )


def _turns(sample: _Sample) -> Iterator[tuple[tuple[str, str, str], Turn]]:
    for number, session in enumerate(sample.evidence_sessions):
        name = f"{sample.question_id}/{number}"
        moment = written_time(session.date)
        for at, said in enumerate(_spoken(session.turns)):
            place = Place(f"{name}:{at}", name)
            entry = spoken(said.role, said.content, place=place, moment=moment)
            yield (session.date, said.role, said.content), Turn(*place, entry)


def _spoken(said: Sequence[_Said]) -> list[_Said]:
    return [each for each in said if each.content.strip()]
