"""Asking a store LoCoMo's questions: each conversation under its own key, all in one store."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from locomo import Conversation, Place, Question
from loom_memory_core import SearchableStore, SearchHit
from recall import CUTS, SESSIONS, Recall, distinct, recall

LIMIT: Final = max(CUTS)
"""What a question asks for; turn recall is counted on this answer alone."""

DEEPER: Final = 10
"""How many times deeper the next search goes, until it has ten distinct sessions."""


class Answer(NamedTuple):
    """What a store made of one question."""

    question: Question
    recall: Recall
    seconds: float
    """Wall time of the search for ``LIMIT`` entries."""


def fill(store: SearchableStore, conversations: Iterable[Conversation]) -> int:
    """Append every conversation under its key; the number of entries.

    Raises:
        SystemExit: A key holds entries already.
    """
    entries = 0
    for each in conversations:
        if store.read(each.key, limit=1):
            raise SystemExit(f"key {each.key!r} is not empty\n  hint: name a new store")
        store.append(each.key, each.entries)
        entries += len(each.entries)
    return entries


def ask(store: SearchableStore, conversations: Iterable[Conversation]) -> Iterator[Answer]:
    """The answers to all questions that have usable evidence."""
    for each in conversations:
        for question in each.questions:
            if question.gold:
                yield _answer(store, each.key, question)


def _answer(store: SearchableStore, key: str, question: Question) -> Answer:
    started = time.perf_counter()
    hits = store.search(key, question.text, limit=LIMIT)
    seconds = time.perf_counter() - started
    found = _places(hits)
    turns = [place.turn for place in found]
    limit = LIMIT
    while len(found) == limit and len(_sessions(found)) < SESSIONS:
        limit *= DEEPER
        found = _places(store.search(key, question.text, limit=limit))
    return Answer(question, recall(question.gold, turns, _sessions(found)), seconds)


def _sessions(places: Sequence[Place]) -> list[str]:
    return distinct((place.session for place in places), SESSIONS)


def _places(hits: Sequence[SearchHit]) -> list[Place]:
    return [Place.of(hit.entry) for hit in hits]
