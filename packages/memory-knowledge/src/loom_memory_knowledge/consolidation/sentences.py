"""An extractor without a model: it keeps what was said, sentence by sentence, and adds nothing."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from loom_memory_core import tokenize, untainted

from loom_memory_knowledge.chunk import FactClass
from loom_memory_knowledge.consolidation.extracted import MAX_FACT_CHARACTERS, Extracted
from loom_memory_knowledge.consolidation.quoting import content_words
from loom_memory_knowledge.writing.turn import Turn

MIN_WORDS: Final = 3
"""A sentence with fewer words that say something is small talk."""

_SENTENCE: Final = re.compile(r"[^.!?\n。！？]+[.!?。！？]*")
_ASKING: Final = ("?", "？")

_CUES: Final[dict[FactClass, str]] = {
    "preference": "like likes love loves prefer prefers enjoy enjoys hate hates",
    "decision": "decided decide decision chose chosen agreed will",
    "constraint": "must never always cannot allergic forbidden only",
    "identity": "am name born",
}


class SentenceExtractor:
    """Every statement of a speaker becomes a fact about the speaker, in the speaker's words.

    It resolves no pronoun and no date, knows no subject but who speaks, and tells classes by
    single English words. So it shows, and tests, how consolidation works without a model; with
    a model, use ``ChatExtractor``.

    Examples:
        >>> (fact,) = SentenceExtractor().extract([Turn("Ada", "I love green tea. Do you?")])
        >>> fact.text, fact.fact_class, fact.subject
        ('Ada: I love green tea.', 'preference', 'Ada')
    """

    name = "sentences"

    def extract(self, turns: Sequence[Turn]) -> list[Extracted]:
        """Each sentence of at least three words that say something and are no question."""
        return [fact for turn in turns for fact in _facts(turn)]


def _facts(turn: Turn) -> Iterator[Extracted]:
    for match in _SENTENCE.finditer(str(untainted(turn.text))):
        sentence = match.group().strip()
        if not sentence.endswith(_ASKING) and len(content_words(sentence)) >= MIN_WORDS:
            said = f"{turn.role}: {sentence}"[:MAX_FACT_CHARACTERS]
            fields = {"text": said, "class": _class(sentence), "subject": turn.role}
            yield Extracted.model_validate({**fields, "type": "person"})


def _class(sentence: str) -> FactClass:
    words = set(tokenize(sentence))
    return next((name for name, cues in _CUES.items() if words & set(cues.split())), "fact")
