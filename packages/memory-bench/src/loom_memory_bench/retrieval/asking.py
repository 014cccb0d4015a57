"""Asking one contender every question of one data set."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from loom_memory_bench.data.conversation import Conversation, DataSet, Question
from loom_memory_bench.measures.ranking import (
    SESSION_CUTS,
    TURN_CUTS,
    distinct,
    ranking_measures,
    session_measures,
)
from loom_memory_bench.report.report import Asked, Record
from loom_memory_bench.retrieval.contender import Contender, Ranking

LIMIT: Final = max(TURN_CUTS)
"""What a question asks for; recall of turns is counted on this answer alone."""

SESSIONS: Final = max(SESSION_CUTS)

_DEEPER: Final = 10
"""How many times deeper the next search goes, until it has ten distinct sessions."""

Step = Callable[[], None]


def key_of(data: DataSet, conversation: Conversation) -> str:
    """The key that a conversation lies under."""
    return f"{data.name}/{conversation.id}"


def is_counted(question: Question) -> bool:
    """Whether anything can be said of what is found: its gold is known, or should be nothing."""
    return bool(question.gold or question.gold_sessions or not question.answerable)


def asked_of(data: DataSet) -> list[Asked]:
    """Every question that is counted, as a report carries it."""
    return [
        Asked(
            id=question.id,
            source=data.name,
            conversation=conversation.id,
            text=question.text,
            category=question.category,
            answerable=question.answerable,
            split=conversation.split,
            answer=question.answer,
            gold=tuple(place.turn for place in question.gold),
        )
        for conversation in data.conversations
        for question in conversation.questions
        if is_counted(question)
    ]


def answers(contender: Contender, data: DataSet, arm: str, *, step: Step) -> Iterator[Record]:
    """What the contender makes of every question, each conversation under a key of its own."""
    for each in data.conversations:
        contender.fill(key_of(data, each), each.turns)
        step()
    for each in data.conversations:
        sessions = {turn.id: turn.session for turn in each.turns}
        for question in filter(is_counted, each.questions):
            yield _record(
                contender, key_of(data, each), question=question, sessions=sessions
            ).model_copy(update={"source": data.name, "arm": arm})
            step()


def steps(data: DataSet) -> int:
    """How often ``answers`` takes a step."""
    return len(data.conversations) + sum(map(is_counted, data.questions))


def _record(
    contender: Contender, key: str, *, question: Question, sessions: dict[str, str]
) -> Record:
    found = contender.search(key, question.text, limit=LIMIT)
    measures = {"empty": float(not found.turns)}
    if question.gold:
        measures |= ranking_measures({place.turn for place in question.gold}, found.turns)
    if question.gold_sessions:
        ranked = _sessions(contender, key, question.text, found=found, sessions=sessions)
        measures |= session_measures(question.gold_sessions, ranked)
    return Record(
        question=question.id,
        source="",
        arm="",
        measures={name: round(value, 6) for name, value in measures.items()},
        found=tuple(found.turns),
        score=found.score,
        seconds=round(found.seconds, 6),
    )


def _sessions(
    contender: Contender, key: str, query: str, *, found: Ranking, sessions: dict[str, str]
) -> Sequence[str]:
    """The first ten distinct sessions, in the order of their best turns."""
    turns, limit = found.turns, LIMIT
    while True:
        named = distinct((sessions[turn] for turn in turns), SESSIONS)
        if len(named) == SESSIONS or len(turns) < limit:
            return named
        limit *= _DEEPER
        turns = contender.search(key, query, limit=limit).turns
