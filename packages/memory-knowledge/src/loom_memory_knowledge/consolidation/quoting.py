"""Which turns a fact was drawn from: found by the words that they share, never asked of a model."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from loom_memory_core import tokenize, untainted
from loom_memory_core.language import stop_words
from pydantic import JsonValue

from loom_memory_knowledge.chunk import Chunk, SourceTurn
from loom_memory_knowledge.tainting import tainted_as
from loom_memory_knowledge.units.context import spoken

FLOOR: Final = 0.5
"""A turn with a smaller share of a fact's words is no source of it."""

MAX_SOURCES: Final = 3

WHOLE_CHARACTERS: Final = 400
"""A turn of at most so many characters is quoted whole; of a longer one, its best sentence."""

_SENTENCE: Final = re.compile(r"[^.!?\n。！？]+(?:[.!?。！？]+|\n|$)")


class Shared(NamedTuple):
    """A turn, and the words of the fact that it has."""

    turn: Chunk
    words: frozenset[str]


def sources_of(fact: str, turns: Sequence[Chunk]) -> tuple[SourceTurn, ...]:
    """Verbatim quotes of the turns that say what a fact says.

    The turn with most of the fact's words comes first; others follow as long as each adds words
    that those before it do not have. Who speaks counts as a word of the turn.

    Args:
        fact: What was extracted.
        turns: The turns that it was extracted from, in order.

    Returns:
        At most three, in the order of the turns; none where no turn reaches the floor.
    """
    wanted = content_words(fact)
    shared = [Shared(turn, wanted & content_words(str(untainted(spoken(turn))))) for turn in turns]
    chosen: list[Shared] = []
    covered: frozenset[str] = frozenset()
    while len(chosen) < MAX_SOURCES:
        best = max(shared, key=lambda each: len(each.words - covered), default=None)
        needed = max(FLOOR * len(wanted), 1) if not chosen else 2
        if best is None or len(best.words - covered) < needed:
            break
        chosen.append(best)
        covered |= best.words
    return quoted(fact, [each.turn for each in shared if each in chosen])


def quoted(fact: str, turns: Sequence[Chunk]) -> tuple[SourceTurn, ...]:
    """A verbatim quote of each turn: all that it says, or what of it says the fact best."""
    wanted = content_words(fact)
    return tuple(
        SourceTurn(document=turn.document, chunk=turn.id, quote=_quote(turn.body.text, wanted))
        for turn in turns
    )


def content_words(text: str) -> frozenset[str]:
    """The terms of a text that are no stop words of English.

    Examples:
        >>> sorted(content_words("Ada moved to the annual plan."))
        ['ada', 'annual', 'moved', 'plan']
    """
    return frozenset(tokenize(text)) - stop_words("english")


def _quote(text: JsonValue, wanted: frozenset[str]) -> JsonValue:
    plain = str(untainted(text))
    if len(plain) <= WHOLE_CHARACTERS:
        return text
    sentences = [each.group().strip() for each in _SENTENCE.finditer(plain)]
    best = max(sentences, key=lambda each: len(wanted & content_words(each)))
    return tainted_as(best, [text])
