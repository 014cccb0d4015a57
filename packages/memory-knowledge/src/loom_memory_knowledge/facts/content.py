"""What a fact says, item by item, and whether another text still says all of it."""

import re
from typing import Final, NamedTuple

from loom_memory_core import tokenize

from loom_memory_knowledge.consolidation.quoting import content_words

_NUMBER: Final = re.compile(r"[+-]?\d+(?:[.,:/-]\d+)*")
_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")

_TURNING: Final = """
    no not never none nobody nothing nowhere neither nor without cannot t
    hardly stopped former formerly except unless
"""

NEGATIONS: Final = frozenset(_TURNING.split())
"""Terms that turn what is said around; ``t`` is what is left of ``don't``."""


class Content(NamedTuple):
    """What must not be lost of a fact."""

    words: frozenset[str]
    numbers: frozenset[str]
    """As they are written, dates among them: ``3.5`` is not ``5.3``."""

    names: frozenset[tuple[str, ...]]
    """Runs of capitalised words, in their order."""

    negations: frozenset[str]


class Loss(NamedTuple):
    """What a text does not say that a fact says."""

    words: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    negations: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """The words in the fact's order, where all are there in another one."""

    @property
    def any(self) -> bool:
        """Whether anything is lost."""
        return any(self)


def content_of(text: str) -> Content:
    """All that a fact says.

    Examples:
        >>> found = content_of("Bob Smith did not pay 3.50 on 2026-05-07.")
        >>> sorted(found.numbers), sorted(found.names), sorted(found.negations)
        (['2026-05-07', '3.50'], [('bob', 'smith')], ['not'])
    """
    terms = frozenset(tokenize(text))
    return Content(
        content_words(text),
        frozenset(_NUMBER.findall(text)),
        frozenset(_names(text)),
        terms & NEGATIONS,
    )


def lost_from(fact: str, text: str) -> Loss:
    """What ``text`` does not say that ``fact`` says.

    Negations must be the same, neither fewer nor more: "Ada likes tea" is not contained in
    "Ada no longer likes tea". So must be the order of the words, which tells who manages whom.

    Examples:
        >>> lost_from("Ada has 2 cats.", "Ada has cats.").numbers
        ('2',)
        >>> lost_from("Ada likes tea.", "Ada likes no tea.").negations
        ('no',)
        >>> lost_from("Ada manages Bob.", "Bob manages Ada.").order
        ('ada', 'manages', 'bob')
        >>> lost_from("Ada likes tea.", "Ada likes green tea.").any
        False
    """
    wanted, there = content_of(fact), content_of(text)
    said = " ".join(["", *tokenize(text), ""])
    return Loss(
        tuple(sorted(wanted.words - there.words)),
        tuple(sorted(wanted.numbers - there.numbers)),
        tuple(sorted(" ".join(each) for each in wanted.names if f" {' '.join(each)} " not in said)),
        tuple(sorted(wanted.negations ^ there.negations)),
        _misplaced(fact, text) if wanted.words <= there.words else (),
    )


def _misplaced(fact: str, text: str) -> tuple[str, ...]:
    """The content words of the fact, if the text does not have them in their order."""
    words = content_words(fact)
    ordered = tuple(term for term in tokenize(fact) if term in words)
    rest = iter(tokenize(text))
    return () if all(any(term == each for each in rest) for term in ordered) else ordered


def _names(text: str) -> list[tuple[str, ...]]:
    runs: list[list[str]] = []
    last = -1
    for match in _WORD.finditer(text):
        if match.group()[:1].isupper():
            joined = runs and text[last : match.start()] == " "
            words = tokenize(match.group())
            runs[-1].extend(words) if joined else runs.append(words)
            last = match.end()
        else:
            last = -1
    return [tuple(run) for run in runs if run]
