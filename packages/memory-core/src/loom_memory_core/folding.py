"""Folding: text with case, compatibility forms, Latin diacritics and invisible characters gone."""

import re
from functools import cache
from itertools import groupby
from typing import Final
from unicodedata import combining, normalize

from loom_memory_core.marks import ASTRAL, MARKS, mark_pattern
from loom_memory_core.scripts import LATIN, UNSPACED, UNSPACED_MARKS, character_class

IGNORABLE: Final = """
00ad 034f 061c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff
ffa0 fff0-fff8 1bca0-1bca3 1d173-1d17a e0000-e0fff
"""
"""What Unicode's property ``Default_Ignorable_Code_Point`` holds (18.0).

Soft hyphen, zero-width space and joiners, byte order mark, direction marks, fillers of Hangul,
variation selectors, tags.
"""

SPELLED_SYMBOLS: Final = """
2120 2122 2139 24c2 3297 3299 1f16a-1f16c 1f201-1f202 1f21a 1f22f 1f232-1f23a 1f250-1f251
"""
"""Symbols that normalisation would spell with letters, though nobody reads them as such.

Emoji (property ``Emoji``, 18.0) and the signs of registered names: NFKC makes ``tm`` of the trade
mark sign, and a name followed by it would be another word.
"""

SEPARATORS: Final = """
00a0-00a9 00ab-00ac 00ae-00b1 00b4 00b6-00b8 00bb 00bf 00d7 00f7 2010-2027 2030-205e 2190-245f
2500-2775 2794-2bff 3000-3003 3008-3020 30fb ff01-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff65 1f300-1faff
"""
"""Blocks of punctuation and symbols: no letter or number is in them or comes of them.

Taken out early for speed alone: English with curly quotes, dashes and emoji is then ASCII, and
Chinese with full-width punctuation is already normal.
"""

SHORT_TEXT: Final = 2_000
"""So many code points are normalised in no time, whatever they are."""


def fold(text: str) -> str:
    r"""``text`` as terms spell it: one spelling for what is the same word.

    NFKC, case fold, NFKC, without what is ignorable by default; symbols that would become letters
    are blanks; letters of the Latin script without their marks; everything else composed (NFC).

    Args:
        text: Anything, lone surrogates included.

    Examples:
        >>> fold("Ｃａｆｅ\u0301 STRASSE, Łódź")
        'cafe strasse, łodz'
    """
    plain = _ignorable().sub("", _separators().sub(" ", text))
    if plain.isascii():
        return plain.lower()
    return _without_diacritics(_without_strays(_normal(plain)))


def _normal(text: str) -> str:
    sorted_marks = _many_marks().sub(_decomposed, text) if len(text) > SHORT_TEXT else text
    return normalize("NFKC", normalize("NFKC", sorted_marks).casefold())


def _decomposed(run: re.Match[str]) -> str:
    """What NFKD makes of a run of marks, in a time that does not grow with its square.

    Python's ``normalize`` sorts marks by insertion: 100,000 in disorder would take a minute.
    """
    apart = "".join(normalize("NFKD", mark) for mark in run[0])
    groups = groupby(apart, key=lambda mark: combining(mark) == 0)
    return "".join(mark for _, marks in groups for mark in sorted(marks, key=combining))


def _without_strays(text: str) -> str:
    """``text`` with blanks for digits on a key, which are emoji, and for marks outside a run."""
    keyless = re.sub("[0-9]\u20e3", " ", text) if "\u20e3" in text else text
    return _stray_marks().sub(" ", keyless)


def _without_diacritics(text: str) -> str:
    if not _perhaps_diacritics().search(text):
        return text
    return normalize("NFC", _diacritics().sub("", normalize("NFD", text)))


@cache
def _separators() -> re.Pattern[str]:
    return re.compile(f"[{character_class(SEPARATORS + SPELLED_SYMBOLS)}]+")


@cache
def _ignorable() -> re.Pattern[str]:
    return re.compile(f"[{character_class(IGNORABLE)}]+")


@cache
def _many_marks() -> re.Pattern[str]:
    """A hundred marks in a row, or of anything beyond U+FFFF, which does no harm."""
    return re.compile(f"[{character_class(MARKS + UNSPACED_MARKS)}{ASTRAL}]{{100,}}")


@cache
def _stray_marks() -> re.Pattern[str]:
    """Marks of an unspaced script that follow no letter of one."""
    marks = character_class(UNSPACED_MARKS)
    return re.compile(f"[{marks}](?<![{character_class(UNSPACED)}{marks}].)[{marks}]*")


@cache
def _perhaps_diacritics() -> re.Pattern[str]:
    """Wide and cheap: every composed Latin letter, every mark, and whatever lies beyond U+FFFF."""
    return re.compile(f"[\xc0-\u024f\u1e00-\u1eff{character_class(MARKS)}{ASTRAL}]")


@cache
def _diacritics() -> re.Pattern[str]:
    """The marks that follow a Latin letter, in decomposed text."""
    mark = mark_pattern()
    first = f"[{character_class(MARKS)}{ASTRAL}]"
    return re.compile(f"{first}(?<=[{character_class(LATIN)}]{mark}){mark}*")
