"""Folding: its tables against the Unicode of the running Python, and marks beyond all measure."""

import random
import re
import sys
from unicodedata import category, name, normalize

import pytest
from loom_memory_core.folding import IGNORABLE, SEPARATORS, SHORT_TEXT, SPELLED_SYMBOLS, fold
from loom_memory_core.scripts import character_class
from loom_memory_core.terms import tokenize

VISIBLE_FORMATS = "0600-0605 06dd 070f 0890-0891 08e2 fff9-fffb 110bd 110cd 13430-1343f"
"""Format characters that show something, from the definition of the property."""

FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"


def members(table: str) -> frozenset[str]:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    return frozenset(re.findall(f"[{character_class(table)}]", everything))


VISIBLE = members(VISIBLE_FORMATS)


def is_ignorable(character: str) -> bool:
    """The property, by its definition: format characters, variation selectors and fillers."""
    named = name(character, "")
    if "VARIATION SELECTOR" in named or character in FILLERS:
        return True
    return category(character) == "Cf" and character not in VISIBLE


@pytest.fixture(scope="module")
def everything() -> str:
    """Every code point, folded, with blanks between."""
    return fold(" ".join(map(chr, range(sys.maxunicode + 1))))


def test_ignorable_are_the_invisible_code_points() -> None:
    table = members(IGNORABLE)
    assigned = [chr(code) for code in range(sys.maxunicode + 1) if category(chr(code)) != "Cn"]
    assert {each for each in assigned if is_ignorable(each)} == table.intersection(assigned)


def test_nothing_ignorable_comes_of_folding(everything: str) -> None:
    assert not members(IGNORABLE).intersection(everything)


def test_a_separator_neither_is_nor_becomes_a_letter() -> None:
    for character in members(SEPARATORS):
        spelled = normalize("NFKC", character).casefold()
        assert {category(each)[0] for each in spelled} <= set("PSZCM"), character
        assert category(spelled[0])[0] != "M", character


def test_a_spelled_symbol_would_become_letters() -> None:
    for character in members(SPELLED_SYMBOLS):
        assert any(category(each)[0] == "L" for each in normalize("NFKC", character)), character
        assert fold(f"a{character}b") == "a b"


def test_every_latin_letter_loses_what_decomposes(everything: str) -> None:
    latin = [word for word in everything.split() if "LATIN" in name(word[0], "")]
    assert [word for word in latin if normalize("NFD", word) != word] == []
    assert len(latin) > 1_000


def test_other_scripts_are_only_normalised() -> None:
    for text in ("ёлка й", "άλφα", "शक़", "が", "한국", "אָ", "آ"):
        assert fold(text) == normalize("NFC", normalize("NFKC", text).casefold())


def flood() -> str:
    """More marks than any text has, in disorder; some sort before others, some not at all."""
    marks = [chr(code) for code in range(0x300, 0x345)] + list("\u05b0\u0488\u093e\u0f73")
    return "".join(random.Random(7).choices(marks, k=SHORT_TEXT + 1))


def test_a_flood_of_marks_is_normalised_as_python_does() -> None:
    text = f"я{flood()}"
    assert fold(text) == normalize("NFKC", normalize("NFKC", text).casefold())


@pytest.mark.parametrize("letter", ["a", "я", "ก", "1"])
def test_a_flood_of_marks_is_the_same_in_every_form(letter: str) -> None:
    text = f"{letter}{flood()}"
    assert tokenize(text) == tokenize(normalize("NFD", text)) == tokenize(normalize("NFC", text))


def test_a_flood_of_marks_takes_no_longer_than_one_of_letters() -> None:
    # By insertion, as unicodedata sorts them, these would take hours.
    assert tokenize("я" + "\u0301\u0327" * 500_000)[0].startswith("я")
