"""Questions whose right answer is nothing: those of another conversation, plain and disguised."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from locomo import ANSWERABLE, Conversation, Question
from loom_memory_core import searchable_text
from loom_memory_vector import Judged, embeddable

KINDS = ("own", "foreign", "hard")
"""Asked of their own conversation; of another one; and of it with its speakers' names put in."""


class Asked(NamedTuple):
    """One question to one conversation."""

    kind: str
    text: str
    gold: tuple[str, ...]
    """The texts of the turns that answer it; none but for a question of its own conversation."""


def speakers(conversation: Conversation) -> list[str]:
    """Who speaks, in the order of their first turns."""
    return list(dict.fromkeys(entry.role for entry in conversation.entries if entry.role))


def disguised(text: str, names: Sequence[str], others: Sequence[str]) -> str:
    """``text`` with each of ``names`` replaced by the one of ``others`` at its place.

    Example:
        >>> disguised("Did Ada's cat like Bo?", ["Ada", "Bo"], ["Bo", "Cy"])
        "Did Bo's cat like Cy?"
    """
    new = dict(zip(names, others, strict=False))
    pattern = r"\b(?:" + "|".join(map(re.escape, new)) + r")\b"
    return re.sub(pattern, lambda found: new[found[0]], text)


def questions_to(
    conversation: Conversation, conversations: Sequence[Conversation]
) -> Iterator[Asked]:
    """Every question that is put to one conversation, its own answerable ones first."""
    said = {str(entry.meta and entry.meta["dia_id"]): entry for entry in conversation.entries}
    for question in filter(is_answerable, conversation.questions):
        turns = [said[place.turn] for place in question.gold]
        gold = tuple(searchable_text(each) for each in turns if embeddable(each))
        yield Asked("own", question.text, gold)
    others = [each for each in conversations if each.id != conversation.id]
    for other in others:
        names = speakers(other), speakers(conversation)
        for question in filter(is_answerable, other.questions):
            yield Asked("foreign", question.text, ())
            yield Asked("hard", disguised(question.text, *names), ())


def is_answerable(question: Question) -> bool:
    """Whether a turn of its conversation is known to answer it."""
    return question.category in ANSWERABLE and bool(question.gold)


class Shares(NamedTuple):
    """What one gate does, in percent."""

    gate: float
    own_answered: float
    foreign_empty: float
    hard_empty: float


def shares(scores: dict[str, list[float]], gate: float) -> Shares:
    """What ``gate`` does to the best scores of each kind of question.

    Example:
        >>> shares({"own": [0.6, 0.4], "foreign": [0.1], "hard": [0.5, 0.3]}, 0.5)
        Shares(gate=0.5, own_answered=50.0, foreign_empty=100.0, hard_empty=50.0)
    """
    own, foreign, hard = (
        100 * sum(score >= gate for score in scores[kind]) / len(scores[kind]) for kind in KINDS
    )
    return Shares(gate, own, 100 - foreign, 100 - hard)


def highest_gate(scores: Sequence[float], *, keep: float, step: float = 0.01) -> float:
    """The highest multiple of ``step`` that the share ``keep`` of the scores reaches.

    Example:
        >>> highest_gate([0.3, 0.4, 0.5, 0.6], keep=0.75)
        0.4
    """
    reached = sorted(scores, reverse=True)[: max(1, round(keep * len(scores) + 0.4999))]
    return round(int(reached[-1] / step + 1e-9) * step, 6)


def gold_kept(judged: Sequence[Judged], floor: float) -> float:
    """Percent of the turns that answer a question whose cosine reaches ``floor``."""
    cosines = [cosine for each in judged for cosine in each.gold]
    return 100 * sum(cosine >= floor for cosine in cosines) / len(cosines)
