"""What is known of a language: its stems and its stop words, for backends that offer ``language``.

Stems are Snowball's (the extra ``[language]``, imported when first used). They are taken of
terms, which have lost their Latin diacritics, and Snowball reads some endings by these. Of the
pairs of words that share a stem in Snowball's own vocabularies, this share still does: all of
English, German, Dutch, Danish, Finnish, Greek, Hindi and Russian (99.8 % or more), Italian 95 %,
Portuguese 92 %, Spanish 88 %, Turkish 83 %, Romanian 80 %, French 79 %, Polish 78 %, Lithuanian
76 %, Hungarian 67 %, Czech 59 %.

Another version of Snowball may give other stems: an index of stems has to be built again then.
"""

import threading
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib import import_module
from typing import Final

from loom_memory_core.errors import BackendLoadError
from loom_memory_core.stop_lists import STOP_LISTS
from loom_memory_core.terms import tokenize

NO_LANGUAGE: Final = "none"
"""Stands for no language: terms stay as they are and no word is a stop word."""

LANGUAGES: Final = (
    "arabic",
    "armenian",
    "basque",
    "catalan",
    "czech",
    "danish",
    "dutch",
    "english",
    "esperanto",
    "estonian",
    "finnish",
    "french",
    "german",
    "greek",
    "hindi",
    "hungarian",
    "indonesian",
    "irish",
    "italian",
    "lithuanian",
    "nepali",
    "norwegian",
    "persian",
    "polish",
    "portuguese",
    "romanian",
    "russian",
    "serbian",
    "sesotho",
    "spanish",
    "swedish",
    "tamil",
    "turkish",
    "yiddish",
)
"""The languages that Snowball stems."""

CACHED_STEMS: Final = 32_768
"""Stems kept in memory for each language. A stem costs some 30 microseconds, a kept one 0.1."""


def stems(terms: Iterable[str], language: str) -> list[str]:
    """The stem of each term, in the same order.

    Safe from many threads. Terms of scripts in which Snowball knows no language, such as Han,
    stay as they are.

    Args:
        terms: What ``tokenize`` or ``index_terms`` gave.
        language: One of ``LANGUAGES``, or ``"none"``.

    Raises:
        ValueError: The language is not known.
        BackendLoadError: Snowball is not installed, or too old for the language.

    Examples:
        >>> stems(["certificates", "expired", "設備"], "english")
        ['certif', 'expir', '設備']
        >>> stems(["certificates", "expired"], "none")
        ['certificates', 'expired']
    """
    _check_language(language)
    if language == NO_LANGUAGE:
        return list(terms)
    stem = _stemmer(language)
    # No alphabet of Snowball's lies from Thai on, but for Greek with its old accents.
    return [
        stem(term) if term < "\u0e00" or "\u1f00" <= term < "\u2c00" else term for term in terms
    ]


@cache
def stop_words(language: str) -> frozenset[str]:
    """The words of a language that say nothing about what a question asks for.

    Args:
        language: One of ``LANGUAGES``, or ``"none"``.

    Returns:
        Terms, to be compared with what ``tokenize`` gives and before stemming. Lists exist for
        English, German, French, Spanish, Italian, Portuguese and Dutch; for others it is empty.

    Raises:
        ValueError: The language is not known.

    Examples:
        >>> sorted({"why", "is", "db", "down"} - stop_words("english"))
        ['db', 'down']
    """
    _check_language(language)
    return frozenset(tokenize(STOP_LISTS.get(language, "")))


def _check_language(language: str) -> None:
    if language != NO_LANGUAGE and language not in LANGUAGES:
        known = ", ".join([NO_LANGUAGE, *LANGUAGES])
        raise ValueError(f"language is {language!r}; known are {known}")


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    own = _Stemmer(language)
    return lru_cache(CACHED_STEMS)(own.stem)


class _Stemmer(threading.local):
    """Snowball's stemmer, one for each thread: it keeps the word it works on in itself."""

    def __init__(self, language: str) -> None:
        try:
            self._stem = import_module("snowballstemmer").stemmer(language).stemWord
        except ImportError as error:
            raise BackendLoadError(
                f"stems of {language} need snowballstemmer, which cannot be imported: {error}",
                hint="pip install 'loom-memory-core[language]', or choose the language 'none'",
            ) from error
        except KeyError as error:
            raise BackendLoadError(
                f"the installed snowballstemmer has no stemmer for {language}",
                hint="pip install --upgrade 'loom-memory-core[language]'",
            ) from error

    def stem(self, word: str) -> str:
        return str(self._stem(word)) or word
