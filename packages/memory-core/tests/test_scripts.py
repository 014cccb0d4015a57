"""The tables of scripts and marks, against the names and categories of the running Python.

A code point that this Python does not know yet (Cn) may stand in a table; one that it knows must
stand in the right one.
"""

import re
import sys
from unicodedata import category, name

import pytest
from loom_memory_core.folding import IGNORABLE, fold
from loom_memory_core.marks import ASTRAL_MARKS, MARKS, mark_pattern
from loom_memory_core.scripts import LATIN, UNSPACED, UNSPACED_MARKS, character_class
from loom_memory_core.terms import index_terms

EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))

UNSPACED_NAMES = re.compile(
    r"(CJK (UNIFIED|COMPATIBILITY) IDEOGRAPH|HIRAGANA|HENTAIGANA|(HALFWIDTH )?KATAKANA"
    r"|(HALFWIDTH )?HANGUL|THAI|LAO|KHMER|MYANMAR)\b"
)

SHARED = "々〆〇〻〼\u302a\u302b\u302c\u302d〡〢〣〤〥〦〧〨〩〸〹〺〱〲〳〴〵\u3099\u309a"
"""Letters, numbers and marks of Han and kana that are not named after them."""

OLD_CHINESE = "\U00016fe3\U00016ff0\U00016ff1"

TABLES = {
    "UNSPACED": UNSPACED,
    "UNSPACED_MARKS": UNSPACED_MARKS,
    "LATIN": LATIN,
    "MARKS": MARKS,
    "ASTRAL_MARKS": ASTRAL_MARKS,
    "IGNORABLE": IGNORABLE,
}


def members(table: str) -> frozenset[str]:
    return frozenset(re.findall(f"[{character_class(table)}]", EVERYTHING))


IGNORED = members(IGNORABLE)
KNOWN = frozenset(each for each in EVERYTHING if category(each) != "Cn") - IGNORED


def named_unspaced(character: str) -> bool:
    """Whether the name, and not the table, says that it belongs to the class."""
    return bool(UNSPACED_NAMES.match(name(character, ""))) or character in SHARED + OLD_CHINESE


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_is_sorted_and_says_nothing_twice(table: str) -> None:
    codes = [int(code, 16) for code in re.findall(r"[0-9a-f]+", table)]
    assert codes == sorted(set(codes))
    assert re.fullmatch(r"\s([0-9a-f]{4,5}(-[0-9a-f]{4,5})?\s)+", table)


def test_unspaced_letters_are_those_of_the_eight_scripts() -> None:
    letters = {each for each in KNOWN if category(each)[0] in "LN"}
    assert members(UNSPACED) & KNOWN == {each for each in letters if named_unspaced(each)}


def test_unspaced_marks_are_those_of_the_eight_scripts() -> None:
    marks = {each for each in KNOWN if category(each)[0] == "M"}
    assert members(UNSPACED_MARKS) & KNOWN == {each for each in marks if named_unspaced(each)}


def test_the_other_marks_are_in_the_tables_of_marks() -> None:
    marks = {each for each in KNOWN if category(each)[0] == "M" and not named_unspaced(each)}
    assert (members(MARKS) | members(ASTRAL_MARKS)) & KNOWN == marks


def test_the_pattern_of_marks_finds_both_tables() -> None:
    found = frozenset(re.findall(mark_pattern(), EVERYTHING))
    assert found == members(MARKS) | members(ASTRAL_MARKS)


def test_latin_letters_are_those_that_are_named_so() -> None:
    named = {each for each in KNOWN if category(each)[0] == "L" and "LATIN " in name(each, "")}
    assert named <= members(LATIN)
    assert {category(each)[0] for each in members(LATIN) & KNOWN} == {"L"}


def test_letters_and_numbers_are_what_python_calls_a_word() -> None:
    words = frozenset(re.findall(r"[^\W_]", EVERYTHING))
    assert words == {each for each in EVERYTHING if category(each)[0] in "LN"}


def test_every_range_of_the_class_makes_pairs() -> None:
    ends = [chr(int(code, 16)) for code in re.findall(r"[0-9a-f]+", UNSPACED)]
    stable = [each for each in ends if fold(each) == each]
    for character in stable:
        pair = character * 2
        assert index_terms(f"a{pair}b") == ["a", character, pair, character, "b"]
    assert len(stable) > 100


@pytest.mark.parametrize("character", sorted("aяα1ㄅꀀᠠཀꦏ"))
def test_scripts_outside_the_class_are_words(character: str) -> None:
    assert index_terms(character * 3) == [fold(character) * 3]
