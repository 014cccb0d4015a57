"""LoCoMo's conversations, its questions with the turns that answer them, and its facts.

The data (Maharana et al., ACL 2024) is CC BY-NC 4.0: it is read from a path and kept nowhere.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from loom_memory_core import MemoryEntry
from pydantic import BaseModel, BeforeValidator, JsonValue, TypeAdapter

from loom_memory_bench.data.conversation import Conversation, DataSet, Fact, Question, Turn
from loom_memory_bench.data.evidence import Evidence, read_evidence
from loom_memory_bench.data.json_file import hashed, validated

CATEGORIES: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}

ADVERSARIAL: Final = 5
"""Asks one person about what the other said: the right answer is nothing."""

SPLIT: Final = {
    **dict.fromkeys(("conv-26", "conv-30", "conv-41", "conv-42"), "tune"),
    **dict.fromkeys(("conv-43", "conv-44", "conv-47"), "report"),
    **dict.fromkeys(("conv-48", "conv-49", "conv-50"), "held out"),
}
"""Constants were chosen on the first four conversations; the next three only report, and the last
three were never looked at."""

_SESSION_NAME: Final = re.compile(r"session_[0-9]+")


class _Said(BaseModel):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None


class _Asked(BaseModel):
    question: str
    category: int
    evidence: list[str]
    answer: Annotated[str | None, BeforeValidator(lambda value: value and str(value))] = None


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


class _Observed(NamedTuple):
    text: str
    sources: Annotated[list[str], BeforeValidator(_listed)]


class _Sample(BaseModel):
    sample_id: str
    conversation: dict[str, JsonValue]
    qa: list[_Asked]
    observation: dict[str, dict[str, list[_Observed]]] = {}


_SAMPLES: Final = TypeAdapter(list[_Sample])
_SESSION: Final = TypeAdapter(list[_Said])


def read_locomo(path: Path) -> DataSet:
    """The conversations in a file of LoCoMo's published form, or with some of its conversations.

    Raises:
        BenchmarkError: The file has another form.
        OSError: It cannot be read.
    """
    samples = validated(path, _SAMPLES, form="LoCoMo's")
    read = [_read(sample) for sample in samples]
    return DataSet(
        "locomo",
        tuple(conversation for conversation, _ in read),
        hashed(path),
        blemishes=tuple(blemish for _, blemishes in read for blemish in blemishes),
    )


def _read(sample: _Sample) -> tuple[Conversation, list[str]]:
    turns = {turn.id: turn for turn in _turns(sample.conversation)}
    evidences = [read_evidence(asked.evidence, turns) for asked in sample.qa]
    questions = [
        _question(f"{sample.sample_id}:{number}", asked, turns=turns, evidence=evidence)
        for number, (asked, evidence) in enumerate(zip(sample.qa, evidences, strict=True))
    ]
    facts = tuple(_facts(sample.observation, turns))
    conversation = Conversation(
        sample.sample_id,
        tuple(turns.values()),
        tuple(questions),
        facts,
        SPLIT.get(sample.sample_id, ""),
    )
    return conversation, list(_blemishes(questions, evidences))


def _question(
    number: str, asked: _Asked, *, turns: Mapping[str, Turn], evidence: Evidence
) -> Question:
    gold = tuple(turns[each].place for each in evidence.turns)
    return Question(
        id=number,
        text=asked.question,
        category=CATEGORIES[asked.category],
        gold=gold,
        gold_sessions=tuple(dict.fromkeys(place.session for place in gold)),
        answer=asked.answer,
        answerable=asked.category != ADVERSARIAL,
    )


def _turns(conversation: Mapping[str, JsonValue]) -> Iterator[Turn]:
    for name, value in conversation.items():
        if _SESSION_NAME.fullmatch(name):
            moment = session_time(str(conversation[f"{name}_date_time"]))
            for said in _SESSION.validate_python(value):
                yield Turn(said.dia_id, name, _entry(said, name, moment))


def session_time(written: str) -> datetime:
    """The moment of a session; LoCoMo names no zone, so UTC stands for it.

    Example:
        >>> session_time("1:56 pm on 8 May, 2023").isoformat()
        '2023-05-08T13:56:00+00:00'
    """
    return datetime.strptime(written, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _entry(said: _Said, session: str, moment: datetime) -> MemoryEntry:
    image = f" [image: {said.blip_caption}]" if said.blip_caption else ""
    return MemoryEntry(
        content=f"{said.speaker}: {said.text}{image}",
        role=said.speaker,
        timestamp=moment,
        meta={"turn": said.dia_id, "session": session},
    )


def _facts(
    observation: Mapping[str, Mapping[str, Sequence[_Observed]]], turns: Mapping[str, Turn]
) -> Iterator[Fact]:
    for name, by_speaker in observation.items():
        session = name.removesuffix("_observation")
        for speaker, observed in by_speaker.items():
            for text, sources in observed:
                found = read_evidence(sources, turns).turns
                yield Fact(text, found, session, about=speaker)


def _blemishes(questions: Sequence[Question], evidences: Sequence[Evidence]) -> Iterator[str]:
    for question, evidence in zip(questions, evidences, strict=True):
        for repaired in evidence.repaired:
            yield f"{question.id}: evidence read as {repaired}"
        for text in evidence.left_out:
            yield f"{question.id}: evidence {text!r} names no turn and is left out"
        if not evidence.turns:
            yield f"{question.id}: no usable evidence, not counted"
