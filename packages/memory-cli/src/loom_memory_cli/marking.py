"""Which words of a text a query matched, for people to see why it was found."""

from collections.abc import Iterator
from itertools import groupby
from unicodedata import category, normalize

Span = tuple[int, int]
"""Where a marked word begins, and where it ends."""


def marked_spans(text: str, query: str, *, language: str) -> list[Span]:
    """The places in ``text`` that share a term, or the stem of one, with ``query``.

    A store decides what matches; this only shows what is plain to see. Stop words are
    marked where the query holds nothing else.

    Args:
        text: Where to look.
        query: What was asked.
        language: Whose stems and stop words to use; ``none`` compares terms as they are.

    Examples:
        >>> text = "Check the certificates first."
        >>> [text[start:end] for start, end in marked_spans(text, "first, do", language="none")]
        ['first']
    """
    from loom_memory_core import index_terms, tokenize  # noqa: PLC0415 - not for the help
    from loom_memory_core.language import stems, stop_words  # noqa: PLC0415 - as above

    asked = set(tokenize(query))
    wanted = asked - stop_words(language) or asked
    wanted_stems = set(stems(wanted, language))
    spans: list[Span] = []
    for start, word in _words(text):
        terms = tokenize(word)
        if len(terms) == 1 and wanted_stems.intersection(stems(terms, language)):
            spans.append((start, start + len(word)))
        else:
            spans += _inside(start, word, wanted.intersection(index_terms(word)))
    return _joined(sorted(spans))


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Each run of letters, numbers and marks, with where it begins."""
    at = 0
    for in_word, characters in groupby(text, key=lambda each: category(each)[0] in "LNM"):
        run = "".join(characters)
        if in_word:
            yield at, run
        at += len(run)


def _inside(start: int, word: str, terms: set[str]) -> Iterator[Span]:
    """The places of ``terms`` inside ``word``, for scripts that write no spaces."""
    folded = normalize("NFKC", word).casefold()
    if terms and len(folded) != len(word):
        yield start, start + len(word)
        return
    for term in terms:
        at = folded.find(term)
        while at >= 0:
            yield start + at, start + at + len(term)
            at = folded.find(term, at + 1)


def _joined(spans: list[Span]) -> list[Span]:
    """Sorted ``spans``, those that touch or overlap made one."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
