"""The term rule for any text, against a plain reading of it, one character at a time."""

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from unicodedata import category, name, normalize

from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core.folding import IGNORABLE, SPELLED_SYMBOLS, fold
from loom_memory_core.scripts import UNSPACED, UNSPACED_MARKS, character_class
from loom_memory_core.terms import MAX_TERM, index_terms, tokenize

FORMS = ("NFC", "NFD", "NFKC", "NFKD")

TELLING = (
    "aAéßİıłø7_ \n-'’™ℹ١½²ﬁＡ" "\u0301\u0327\u0338\u0345\u20e3\ufe0f\u200b\u00ad\u034f"
    "αάςйѣऩकि्ש\u05c1ـ\u064b" "中文々ーかが゙ﾊﾞ\u309a〆가ᄀ\u1161\u11a8กิ\u0e38\u0e48ໄខ្ម\u1039မ"
    "\U00020000\U0001d165\U0001f44d\U0001f3fd\ud83d\0"
)  # fmt: skip
"""Characters that the rule treats in ways of their own."""

ANY = st.text(st.characters())
KNOWN = st.text(st.characters(exclude_categories=["Cn"]))
TELLING_TEXTS = st.text(st.sampled_from(TELLING), max_size=12)
TEXTS = ANY | TELLING_TEXTS
ASCII = st.text(st.characters(max_codepoint=127))


def members(table: str) -> frozenset[str]:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    return frozenset(re.findall(f"[{character_class(table)}]", everything))


INVISIBLE = members(IGNORABLE)
SPELLED = members(SPELLED_SYMBOLS)
CLASS = members(UNSPACED) | members(UNSPACED_MARKS)


def plain_terms(text: str, *, singles: bool = False) -> list[str]:
    """The rule, word for word, as slowly as it likes."""
    seen = "".join(" " if each in SPELLED else each for each in text if each not in INVISIBLE)
    normal = normalize("NFKC", normalize("NFKC", seen).casefold())
    for digit in "0123456789":
        normal = normal.replace(f"{digit}\u20e3", " ")
    return [term for run in plain_runs(normal) for term in plain_spread(run, singles=singles)]


def plain_runs(normal: str) -> Iterator[str]:
    """Stretches of letters, numbers and marks of one class, from their first letter or number."""
    kinds = groupby(normal, lambda each: (category(each)[0] in "LNM", each in CLASS))
    for (counts, _), characters in kinds:
        run = "".join(characters)
        while run and category(run[0])[0] == "M":
            run = run[1:]
        if counts and run:
            yield run


def plain_spread(run: str, *, singles: bool) -> list[str]:
    if run[0] not in CLASS:
        return [plain_word(run)[:MAX_TERM]]
    pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return sorted([*pairs, *(run if singles and len(run) > 1 else "")])


def plain_word(word: str) -> str:
    kept, latin = "", False
    for each in normalize("NFD", word):
        is_mark = category(each)[0] == "M"
        latin = latin if is_mark else "LATIN" in name(each, "")
        kept += "" if is_mark and latin else each
    return normalize("NFC", kept)


@given(KNOWN | TELLING_TEXTS)
def test_terms_are_those_of_a_plain_reading(text: str) -> None:
    assert sorted(tokenize(text)) == sorted(plain_terms(text))
    assert sorted(index_terms(text)) == sorted(plain_terms(text, singles=True))


@given(ASCII)
def test_the_short_way_for_ascii_gives_what_the_long_ways_give(text: str) -> None:
    terms = tokenize(text)
    assert index_terms(text) == terms
    assert tokenize(f"{text}\nя") == [*terms, "я"]
    assert tokenize(f"{text}\n中") == [*terms, "中"]


@given(TEXTS)
def test_composed_and_decomposed_texts_have_equal_terms(text: str) -> None:
    composed, decomposed = normalize("NFC", text), normalize("NFD", text)
    assert tokenize(composed) == tokenize(decomposed) == tokenize(text)
    assert index_terms(composed) == index_terms(decomposed) == index_terms(text)


@given(KNOWN | TELLING_TEXTS)
def test_a_term_is_letters_numbers_and_marks(text: str) -> None:
    for term in tokenize(text):
        assert {category(each)[0] for each in term} <= set("LNM")
        assert category(term[0])[0] in "LN" or term[0] in CLASS
        assert 0 < len(term) <= MAX_TERM
        assert not INVISIBLE.intersection(term)


@given(TEXTS)
def test_terms_are_terms_of_themselves(text: str) -> None:
    terms = [term for term in tokenize(text) if category(term[0])[0] != "M"]
    assert tokenize(" ".join(terms)) == terms


@given(TEXTS)
def test_folded_text_has_the_same_terms(text: str) -> None:
    assert tokenize(fold(text)) == tokenize(text)


@given(TEXTS)
def test_an_index_holds_every_term_in_order(text: str) -> None:
    indexed = iter(index_terms(text))
    assert all(term in indexed for term in tokenize(text))


@given(TEXTS)
def test_one_character_finds_every_run_that_holds_it(text: str) -> None:
    indexed = set(index_terms(text))
    for character in CLASS.intersection(fold(text)):
        assert indexed.issuperset(tokenize(character))


@given(st.text(st.sampled_from(sorted(CLASS.intersection(TELLING))), min_size=1), st.data())
def test_every_part_of_a_run_is_found(text: str, data: st.DataObject) -> None:
    run = fold(text)
    first = data.draw(st.integers(0, len(run)))
    last = data.draw(st.integers(first, len(run)))
    assert set(index_terms(run)).issuperset(tokenize(run[first:last]))


@given(TEXTS, TEXTS)
def test_leaves_joined_by_a_newline_have_the_terms_of_each(one: str, other: str) -> None:
    assert tokenize(f"{one}\n{other}") == tokenize(one) + tokenize(other)
    assert index_terms(f"{one}\n{other}") == index_terms(one) + index_terms(other)


def test_the_telling_characters_reach_every_branch() -> None:
    assert {category(each)[0] for each in TELLING} == set("LNMPSZC")
    assert character_class(UNSPACED) != character_class(UNSPACED_MARKS)
