"""From an entry or a query to the lexemes that the words index holds."""

import unicodedata
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from typing import Final, NamedTuple

from loom_memory_core import MemoryEntry, index_terms, searchable_text, tokenize
from loom_memory_core.language import NO_LANGUAGE, stems, stop_words

MAX_DISTINCT_TERMS: Final = 50_000
"""Where an index may stop (the contract, section 2); ``inspect`` counts such entries."""

MAX_LEXEME_BYTES: Final = 20
"""A longer term is kept as its digest.

``array_to_tsvector`` checks no limit: beyond 1,048,575 bytes of lexemes it writes a value that
cannot be read, and a query refuses lexemes beyond 2,046 bytes. 50,000 of 20 bytes fit.
"""

_DIGEST_BYTES: Final = 12


class WordRow(NamedTuple):
    """The lexemes of one entry."""

    lexemes: list[str]
    """Distinct."""

    length: int
    """How many terms the entry has, repeats counted."""

    cut: bool
    """Whether terms are missing behind the first 50,000 distinct ones."""

    unstable: bool
    """Whether another Python may see other terms, for it knows newer characters."""


class WordQuery(NamedTuple):
    """The distinct lexemes of a query."""

    content: list[str]
    """Those that rank."""

    stop: list[str]
    """Stop words of the language: they match, and rank only where nothing else does."""


class Analysis:
    """How one language turns text into lexemes.

    Args:
        language: A Snowball language, or ``none``.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    @property
    def identity(self) -> str:
        """The language and the release of its stemmer: another one has other stems."""
        if self.language == NO_LANGUAGE:
            return NO_LANGUAGE
        return f"{self.language}, Snowball {snowball_release()}"

    def of_entry(self, entry: MemoryEntry) -> WordRow:
        """The lexemes of an entry."""
        text = searchable_text(entry)
        terms = index_terms(text)
        distinct = list(dict.fromkeys(terms))
        cut = len(distinct) > MAX_DISTINCT_TERMS
        unstable = not text.isascii() and _unstable(text)
        return WordRow(self._lexemes(distinct[:MAX_DISTINCT_TERMS]), len(terms), cut, unstable)

    def of_query(self, query: str) -> WordQuery:
        """The distinct lexemes of a query."""
        terms = list(dict.fromkeys(tokenize(query)))
        stops = stop_words(self.language)
        content = self._lexemes(term for term in terms if term not in stops)
        known = set(content)
        stop = self._lexemes(term for term in terms if term in stops)
        return WordQuery(content, [each for each in stop if each not in known])

    def _lexemes(self, terms: Iterable[str]) -> list[str]:
        return list(dict.fromkeys(map(_lexeme, stems(terms, self.language))))


@cache
def snowball_release() -> str:
    """Major and minor of the installed stemmers; ``snowballstemmer`` prefers PyStemmer's."""
    for distribution in ("PyStemmer", "snowballstemmer"):
        try:
            return ".".join(version(distribution).split(".")[:2])
        except PackageNotFoundError:
            continue
    return "unknown"


def _lexeme(term: str) -> str:
    """``term``, or its digest behind a character that no term has."""
    encoded = term.encode()
    if len(encoded) <= MAX_LEXEME_BYTES:
        return term
    return "#" + b64encode(blake2b(encoded, digest_size=_DIGEST_BYTES).digest()).decode()


def _unstable(text: str) -> bool:
    """Whether ``text`` holds a character that this Python's Unicode tables do not know."""
    return any(unicodedata.category(character) == "Cn" for character in set(text))
