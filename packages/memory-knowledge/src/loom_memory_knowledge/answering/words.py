"""Offline stand-ins for a verifier and a reader: they count words, and are named as that."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from loom_memory_core import BackendLoadError, tokenize
from loom_memory_core.language import stems

from loom_memory_knowledge.answering.passage import Passage
from loom_memory_knowledge.answering.reader import Reading
from loom_memory_knowledge.answering.verifier import Verdict
from loom_memory_knowledge.consolidation.quoting import content_words
from loom_memory_knowledge.facts.content import content_of

COVERAGE: Final = 0.58
"""The share of a question's words that the best passage must have; chosen on LoCoMo."""

_SENTENCE: Final = re.compile(r"[^.!?\n。！？]+[.!?。！？]*")
_DATED: Final = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|yesterday|today|tomorrow|ago|last|next|monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday)\b",
    re.IGNORECASE,
)


class WordsVerifier:
    """Says yes if one passage has most of the question's words, and every name and number is known.

    A speaker that the question names must be the one who says it. It is deterministic and knows
    nothing that a gate does not know: a fallback and a test double, and no judge of meaning.

    Examples:
        >>> passage = Passage(number=1, text="I drink oolong.", said_by="Bob", scope="user/a",
        ...     document="d", chunk="c")
        >>> WordsVerifier().verify("What does Bob drink?", [passage]).state
        'yes'
        >>> WordsVerifier().verify("What does Zoe drink?", [passage]).state
        'no'
    """

    name = "words"

    def verify(self, question: str, passages: Sequence[Passage]) -> Verdict:
        """The verdict, with the figure that decided."""
        asked = content_of(question)
        known = {word for each in passages for word in _spoken_words(each)}
        numbers = {number for each in passages for number in content_of(each.words).numbers}
        strange = [word for word in _names(question) if word not in known]
        strange += sorted(asked.numbers - numbers)
        if strange:
            return Verdict(state="no", reason=f"nobody says {', '.join(strange)}")
        best = max(passages, key=lambda each: _coverage(question, each), default=None)
        share = 0.0 if best is None else _coverage(question, best)
        if best is None or share < COVERAGE:
            return Verdict(state="no", reason=f"no passage has {COVERAGE:.0%} of the words")
        if not _is_consistent(question, best, passages):
            return Verdict(state="no", reason=f"it is {best.said_by} who says so")
        return Verdict(state="yes", reason=f"passage {best.number} has {share:.0%} of the words")


class SentenceReader:
    """Gives the sentence that has most of the question's words, as it was said.

    Where the question asks for a time or a number, sentences with one come first. It is
    deterministic, and writes no word of its own but the day on which something was said.

    Examples:
        >>> passage = Passage(number=1, text="Hello. I drink oolong.", said_by="Bob",
        ...     scope="user/a", document="d", chunk="c")
        >>> SentenceReader().read("What does Bob drink?", [passage]).text
        'I drink oolong.'
    """

    name = "sentences"

    def read(self, question: str, passages: Sequence[Passage]) -> Reading:
        """The best sentence; nothing where none shares a word with the question."""
        found = max(_sentences(question, passages), key=lambda each: each.score, default=None)
        if found is None or found.score <= 0:
            return Reading(text=None, reason="no sentence shares a word with the question")
        text, at = found.text, found.passage.at
        if _asks_when(question) and at is not None:
            text = f"{text} (said on {at:%d %B %Y})"
        return Reading(text=text, cited=(found.passage.number,))


class Candidate(NamedTuple):
    """A sentence that may answer."""

    text: str
    passage: Passage
    score: float


def _sentences(question: str, passages: Sequence[Passage]) -> Iterable[Candidate]:
    wanted = _stems(content_words(question))
    for place, passage in enumerate(passages):
        speaker = _stems(content_words(passage.said_by or ""))
        for match in _SENTENCE.finditer(passage.words):
            text = match.group().strip()
            there = _stems(content_words(text))
            shared = len(wanted & there) + 0.5 * len(wanted & speaker - there)
            fits = shared > 0 and _has_type(question, text)
            yield Candidate(text, passage, shared + 0.5 * fits - 0.01 * place)


def _has_type(question: str, text: str) -> bool:
    lowered = question.casefold()
    if _asks_when(question):
        return bool(_DATED.search(text))
    if lowered.startswith(("how many", "how much", "how old", "how long")):
        return bool(content_of(text).numbers)
    if lowered.startswith(("who", "where")):
        return bool(set(_names(text)) - set(_names(question)))
    return False


def _asks_when(question: str) -> bool:
    return question.casefold().startswith(("when", "what year", "what date", "which day"))


def _coverage(question: str, passage: Passage) -> float:
    wanted = _stems(content_words(question))
    return len(wanted & _stems(_spoken_words(passage))) / len(wanted) if wanted else 0.0


def _spoken_words(passage: Passage) -> frozenset[str]:
    return content_words(f"{passage.said_by or ''} {passage.words}")


def _is_consistent(question: str, best: Passage, passages: Sequence[Passage]) -> bool:
    """Whether the one speaker that the question names says it, if it names just one."""
    asked = frozenset(tokenize(question))
    speakers = {each.said_by for each in passages if each.said_by}
    named = {each for each in speakers if asked & frozenset(tokenize(each))}
    return len(named) != 1 or best.said_by is None or best.said_by in named


def _names(text: str) -> list[str]:
    """The words of capitalised runs, but for one that a sentence begins with alone."""
    first = tokenize(text)[:1]
    runs = content_of(text).names
    return sorted({word for run in runs for word in run if [word] != first} & content_words(text))


def _stems(words: Iterable[str]) -> frozenset[str]:
    """Stems where Snowball is installed; the words as they are where it is not."""
    listed = sorted(words)
    try:
        return frozenset(stems(listed, "english"))
    except BackendLoadError:
        return frozenset(listed)
