"""Invented names: no word is in two of them, and no name is part of another."""

import random
from collections.abc import Iterator
from typing import Final

from loom_memory_bench.isolation.relation import ORGANISATION, PERSON, PLACE, PROJECT

_FIRST: Final = ("b", "br", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v")
_MIDDLE: Final = ("a", "e", "i", "o", "u", "ae", "ei", "ou")
_LAST: Final = ("l", "m", "n", "r", "s", "th", "x", "ld", "rn", "st")

_FORMS: Final = {
    PERSON: "{} {}",
    ORGANISATION: "{} Works",
    PLACE: "{}",
    PROJECT: "Project {}",
}


def names(kind: str, number: int, words: Iterator[str]) -> list[str]:
    """``number`` names of one type of thing, made of the next ``words``."""
    form = _FORMS[kind]
    return [form.format(*(next(words) for _ in range(form.count("{}")))) for _ in range(number)]


def new_words(rng: random.Random) -> Iterator[str]:
    """Words without end, each of two syllables, none twice and none within another."""
    known: set[str] = set()
    while True:
        word = "".join(
            rng.choice(_FIRST) + rng.choice(_MIDDLE) + rng.choice(_LAST) for _ in range(2)
        ).capitalize()
        if not any(word.lower() in each or each in word.lower() for each in known):
            known.add(word.lower())
            yield word
