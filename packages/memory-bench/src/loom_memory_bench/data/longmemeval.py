"""LongMemEval in its published form: every question with a haystack of its own.

Wu et al., LongMemEval, ICLR 2025. The file is brought by the user.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

from loom_memory_core import MemoryEntry
from pydantic import BaseModel, BeforeValidator, TypeAdapter

from loom_memory_bench.data.conversation import Conversation, DataSet, Place, Question, Turn
from loom_memory_bench.data.json_file import hashed, validated
from loom_memory_bench.errors import BenchmarkError

ABSTENTION: Final = "_abs"
"""How the id of a question ends that its haystack does not answer."""


class _Said(BaseModel):
    role: str
    content: str
    has_answer: bool = False


class _Sample(BaseModel):
    question_id: str
    question_type: str
    question: str
    answer: Annotated[str, BeforeValidator(str)]
    haystack_session_ids: list[str]
    haystack_dates: list[str]
    haystack_sessions: list[list[_Said]]
    answer_session_ids: list[str]


_SAMPLES: Final = TypeAdapter(list[_Sample])


def read_longmemeval(path: Path) -> DataSet:
    """The questions in a file of LongMemEval's published form, each with its haystack.

    Raises:
        BenchmarkError: The file has another form.
        OSError: It cannot be read.
    """
    samples = validated(path, _SAMPLES, form="LongMemEval's")
    conversations = [_conversation(sample) for sample in samples]
    questions = [question for each in conversations for question in each.questions]
    blemishes = tuple(
        f"{each.id}: no turn is marked as holding the answer, so sessions alone count"
        for each in questions
        if each.answerable and not each.gold
    )
    return DataSet("longmemeval", tuple(conversations), hashed(path), blemishes=blemishes)


def _conversation(sample: _Sample) -> Conversation:
    turns = tuple(_turns(sample))
    answerable = not sample.question_id.endswith(ABSTENTION)
    places = zip(turns, (said for each in sample.haystack_sessions for said in each), strict=True)
    gold = tuple(turn.place for turn, said in places if said.has_answer)
    question = Question(
        id=sample.question_id,
        text=sample.question,
        category=sample.question_type,
        gold=gold if answerable else (),
        gold_sessions=tuple(sample.answer_session_ids) if answerable else (),
        answer=sample.answer if answerable else None,
        answerable=answerable,
    )
    return Conversation(sample.question_id, turns, (question,))


def _turns(sample: _Sample) -> Iterator[Turn]:
    ids, dates, sessions = (
        sample.haystack_session_ids,
        sample.haystack_dates,
        sample.haystack_sessions,
    )
    if not len(ids) == len(dates) == len(sessions):
        raise BenchmarkError(
            f"question {sample.question_id}: {len(sessions)} haystack sessions have "
            f"{len(ids)} ids and {len(dates)} dates",
            hint="name the file as it was published",
        )
    for at, (session, date, said) in enumerate(zip(ids, dates, sessions, strict=True)):
        moment = written_time(date)
        again = ids[:at].count(session)
        name = f"{session}~{again + 1}" if again else session
        for number, each in enumerate(said):
            place = Place(f"{name}:{number}", session)
            yield Turn(*place, spoken(each.role, each.content, place=place, moment=moment))


def spoken(role: str, content: str, *, place: Place, moment: datetime) -> MemoryEntry:
    """A turn as it is stored: who says what, and where in its ``meta``."""
    return MemoryEntry(
        content=f"{role}: {content}", role=role, timestamp=moment, meta={**place._asdict()}
    )


def written_time(written: str) -> datetime:
    """A moment as LongMemEval writes it; it names no zone, so UTC stands for it.

    Example:
        >>> written_time("2023/05/30 (Tue) 23:40").isoformat()
        '2023-05-30T23:40:00+00:00'
    """
    return datetime.strptime(written, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
