"""LoCoMo's conversations as entries, and its questions with the turns that answer them.

The data (Maharana et al., ACL 2024) is CC BY-NC 4.0: it is read from a path and kept nowhere.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Self

from evidence import Evidence, read_evidence
from loom_memory_core import MemoryEntry
from pydantic import BaseModel, JsonValue, TypeAdapter

CATEGORIES: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}

ANSWERABLE: Final = (1, 2, 3, 4)


class Place(NamedTuple):
    """Where something was said."""

    turn: str
    session: str

    @classmethod
    def of(cls, entry: MemoryEntry) -> Self:
        """The place that an entry carries in its ``meta``."""
        meta = entry.meta or {}
        return cls(str(meta["dia_id"]), str(meta["session"]))


class Question(NamedTuple):
    """One question, and where its answer was said."""

    conversation: str
    number: int
    text: str
    category: int
    evidence: Evidence
    gold: tuple[Place, ...]


class Conversation(NamedTuple):
    """One conversation: what is put under one key, and what is asked of it."""

    id: str
    entries: tuple[MemoryEntry, ...]
    questions: tuple[Question, ...]

    @property
    def key(self) -> str:
        """The key of its list."""
        return f"locomo/{self.id}"


class _Said(BaseModel):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None


class _Asked(BaseModel):
    question: str
    category: int
    evidence: list[str]


class _Sample(BaseModel):
    sample_id: str
    conversation: dict[str, JsonValue]
    qa: list[_Asked]


_SAMPLES: Final = TypeAdapter(list[_Sample])
_SESSION: Final = TypeAdapter(list[_Said])


def read_locomo(path: Path) -> list[Conversation]:
    """The conversations in a file of LoCoMo's published form.

    Raises:
        pydantic.ValidationError: The file has another form.
    """
    return [_conversation(sample) for sample in _SAMPLES.validate_json(path.read_bytes())]


def _conversation(sample: _Sample) -> Conversation:
    entries = tuple(_entries(sample.conversation))
    places = {place.turn: place for place in map(Place.of, entries)}
    questions = tuple(
        _question(asked, places, conversation=sample.sample_id, number=number)
        for number, asked in enumerate(sample.qa)
    )
    return Conversation(sample.sample_id, entries, questions)


def _question(
    asked: _Asked, places: Mapping[str, Place], *, conversation: str, number: int
) -> Question:
    evidence = read_evidence(asked.evidence, places)
    gold = tuple(places[turn] for turn in evidence.turns)
    return Question(conversation, number, asked.question, asked.category, evidence, gold)


def _entries(conversation: dict[str, JsonValue]) -> Iterator[MemoryEntry]:
    for name, value in conversation.items():
        if re.fullmatch(r"session_[0-9]+", name):
            moment = session_time(str(conversation[f"{name}_date_time"]))
            for said in _SESSION.validate_python(value):
                yield _entry(said, name, moment)


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
        meta={"dia_id": said.dia_id, "session": session},
    )
