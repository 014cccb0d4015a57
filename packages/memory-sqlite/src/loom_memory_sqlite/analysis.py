"""From an entry or a query to the terms that the words index holds."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final, NamedTuple

from loom_memory_core import MemoryEntry, index_terms, searchable_text, tokenize
from loom_memory_core.language import NO_LANGUAGE, stems, stop_words

from loom_memory_sqlite.entry_rows import parsed_or_none

MAX_DISTINCT_TERMS: Final = 50_000
"""Where an index may stop (the contract, section 2); ``inspect`` counts such entries."""


LONG_TEXT: Final = 20_000
"""In characters. A batch with more is indexed at once: a search would feel its analysis."""

_REMEMBERED_TEXTS: Final = 512
"""So that the rows of a key that wait are analysed once, not at each search; short ones."""


class WordRow(NamedTuple):
    """The terms of one entry."""

    terms: list[str]
    """In order, repeats kept, stemmed."""

    cut: bool
    """Whether terms are missing behind the first 50,000 distinct ones."""

    unstable: bool
    """Whether another Python may see other terms, for it knows newer characters."""


class WordQuery(NamedTuple):
    """The distinct terms of a query, stemmed."""

    content: list[str]
    """Those that rank."""

    stop: list[str]
    """Stop words of the language: they match, and rank only where nothing else does."""


class Analysis:
    """How one language turns text into terms.

    Args:
        language: A Snowball language, or ``none``.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._remembered = lru_cache(_REMEMBERED_TEXTS)(self._counted)
        self._analysed: dict[bytes, WordRow] = {}

    @property
    def identity(self) -> str:
        """The language and the release of its stemmer: another one has other stems."""
        if self.language == NO_LANGUAGE:
            return NO_LANGUAGE
        return f"{self.language}, Snowball {snowball_release()}"

    def of_entry(self, entry: MemoryEntry) -> WordRow:
        """The terms of an entry."""
        text = searchable_text(entry)
        terms = index_terms(text)
        cut = len(terms) > MAX_DISTINCT_TERMS and len(set(terms)) > MAX_DISTINCT_TERMS
        if cut:
            terms = _first_distinct(terms)
        return WordRow(self._stems(terms), cut, not text.isascii() and _unstable(text))

    def of_batch(self, entries: Sequence[MemoryEntry], *, large: int) -> list[WordRow | None]:
        """The terms of each entry; ``None`` for each where few short ones come together.

        Those are analysed now as well, and remembered until they are asked for by their text:
        when they are indexed, inside a transaction, nobody waits for a stemmer.

        Args:
            entries: What is appended together.
            large: From so many on they do not wait.
        """
        rows = [self.of_entry(entry) for entry in entries]
        if len(rows) >= large or sum(map(len, map(searchable_text, entries))) >= LONG_TEXT:
            return list(rows)
        if len(self._analysed) >= _REMEMBERED_TEXTS:
            self._analysed = {}
        self._analysed.update(
            zip((entry.to_json().encode() for entry in entries), rows, strict=True)
        )
        return [None] * len(rows)

    def of_text(self, text: bytes) -> WordRow:
        """The terms of an entry from its stored text; none, if that is corrupt."""
        row = self._analysed.get(text)
        if row is not None:
            return row
        entry = parsed_or_none(text)
        return WordRow([], cut=False, unstable=False) if entry is None else self.of_entry(entry)

    def counted(self, text: bytes) -> Counter[str]:
        """How often each term stands in a stored entry; not to be changed, for it is kept."""
        return self._counted(text) if len(text) > LONG_TEXT else self._remembered(text)

    def _counted(self, text: bytes) -> Counter[str]:
        return Counter(self.of_text(text).terms)

    def of_query(self, query: str) -> WordQuery:
        """The distinct terms of a query."""
        terms = list(dict.fromkeys(tokenize(query)))
        stops = stop_words(self.language)
        content = dict.fromkeys(self._stems([term for term in terms if term not in stops]))
        stop = dict.fromkeys(self._stems([term for term in terms if term in stops]))
        return WordQuery(list(content), [term for term in stop if term not in content])

    def _stems(self, terms: list[str]) -> list[str]:
        return stems(terms, self.language)


@cache
def snowball_release() -> str:
    """Major and minor of the installed stemmers; ``snowballstemmer`` prefers PyStemmer's."""
    for distribution in ("PyStemmer", "snowballstemmer"):
        try:
            return ".".join(version(distribution).split(".")[:2])
        except PackageNotFoundError:
            continue
    return "unknown"


def _first_distinct(terms: Iterable[str]) -> list[str]:
    """The terms up to the first that would be one distinct term too many."""
    seen: set[str] = set()
    kept = []
    for term in terms:
        seen.add(term)
        if len(seen) > MAX_DISTINCT_TERMS:
            break
        kept.append(term)
    return kept


def _unstable(text: str) -> bool:
    """Whether ``text`` holds a character that this Python's Unicode tables do not know."""
    return any(unicodedata.category(character) == "Cn" for character in set(text))
