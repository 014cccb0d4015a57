"""SQLite and PostgreSQL answer the same questions alike, on conversations of our own."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Final

import pytest
from evidence import Evidence
from locomo import Conversation, Place, Question
from loom_memory_core import MemoryEntry, SearchableStore, opened, require
from retrieval import ask, fill

FACTS: Final = (
    ("{who} planted {thing} on the {place} in spring", "What did {who} plant?"),
    ("I sold my old {thing}, said {who}, at the {place}", "Where was the {thing} sold?"),
    ("{who} learns to repair a {thing} near the {place}", "Who repairs things by the {place}?"),
    ("The {thing} that {who} ordered arrived broken", "Which order of {who}'s was broken?"),
    ("{who}'s sister paints a {thing} in the {place}", "What are the sister's paintings of?"),
    ("{who} dreams about a {thing} in the {place}", "What does {who} dream of, and where?"),
)
"""What is said, and what is asked about it: other forms of the words, and fewer of them."""

CHATTER: Final = (
    "How was the {place} today, {who}?",
    "The {thing} again! {who} cannot stop talking about it",
    "That is so good to hear, thank you for telling me about your sister",
    "I have never been to the {place}, and I would like to go",
    "Do you still have the {thing}? I thought that you had sold it, or ordered another one",
    "Yes, and what did {who} say about that dream?",
)
"""Turns that share words with the questions and answer none."""

PEOPLE: Final = ("Ada", "Bo", "Chidi", "Dana")
THINGS: Final = (
    "tomatoes", "bicycle", "accordion", "wooden boat", "camera", "piano", "kettle", "lamp",
)  # fmt: skip
PLACES: Final = ("balcony", "harbour market", "north station", "library", "old mill", "greenhouse")


SLOTS: Final = ("who", "thing", "place")


def chatter(rng: random.Random, sentences: int) -> list[str]:
    """Talk about anything; as in most of what people say, few words come twice."""
    values = (rng.sample(each, sentences) for each in (CHATTER, PEOPLE, THINGS, PLACES))
    return [
        each.format(**dict(zip(SLOTS, names, strict=True)))
        for each, *names in zip(*values, strict=True)
    ]


def invented(number: int) -> Conversation:
    """Two hundred turns, half of which answer a question each."""
    rng = random.Random(number)
    slots = rng.sample(list(product(FACTS, PEOPLE, THINGS, PLACES)), 100)
    turns: list[tuple[str, str]] = []
    for fact, *names in slots:
        slot = dict(zip(SLOTS, names, strict=True))
        told, asked = (each.format(**slot) for each in fact)
        turns.append((". ".join([told, *chatter(rng, rng.randrange(3))]), asked))
        turns.append((". ".join(chatter(rng, rng.randrange(1, 4))), ""))
    rng.shuffle(turns)
    key = f"invented-{number}"
    places = [Place(f"D{at // 20}:{at}", f"session_{at // 20}") for at in range(len(turns))]
    entries = tuple(
        MemoryEntry(content=text, meta={"dia_id": place.turn, "session": place.session})
        for (text, _), place in zip(turns, places, strict=True)
    )
    questions = tuple(
        Question(key, at, asked, 4, Evidence((place.turn,)), (place,))
        for at, ((_, asked), place) in enumerate(zip(turns, places, strict=True))
        if asked
    )
    return Conversation(key, entries, questions)


CONVERSATIONS: Final = tuple(map(invented, range(6)))


@pytest.fixture
def stores(tmp_path: Path, postgres_url: str) -> Iterator[tuple[SearchableStore, SearchableStore]]:
    with opened(f"sqlite:///{tmp_path}/a.db") as lite, opened(postgres_url) as large:
        both = require(lite, "search"), require(large, "search")
        for store in both:
            fill(store, CONVERSATIONS)
        yield both


def recall_of(store: SearchableStore) -> tuple[float, float]:
    """Mean turn recall among the first 5 and the first 10."""
    found = [answer.recall for answer in ask(store, CONVERSATIONS)]
    return mean(each.turns_at_5 for each in found), mean(each.turns_at_10 for each in found)


def asked() -> Iterator[tuple[Conversation, Question]]:
    for each in CONVERSATIONS:
        yield from product([each], each.questions)


def first_ten(store: SearchableStore, key: str, question: str) -> list[str]:
    return [Place.of(hit.entry).turn for hit in store.search(key, question)]


def test_they_find_the_same_as_often(stores: tuple[SearchableStore, SearchableStore]) -> None:
    lite, large = map(recall_of, stores)
    assert 0.5 < lite[0] < lite[1] < 0.9, "the questions are neither hopeless nor too easy"
    assert all(abs(one - other) <= 0.02 for one, other in zip(lite, large, strict=True))
    shares = []
    for each, question in asked():
        one, other = (first_ten(store, each.key, question.text) for store in stores)
        assert len(one) == len(other)
        shares.append(len({*one} & {*other}) / max(len(one), 1))
    assert mean(shares) > 0.9
    assert min(shares) >= 0.4
