"""Stems and stop words: from many threads, without Snowball, and for every language."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import snowballstemmer  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core.language import LANGUAGES, NO_LANGUAGE, stems, stop_words
from loom_memory_core.stop_lists import STOP_LISTS
from loom_memory_core.terms import index_terms, tokenize

TERMS = st.lists(st.text(st.characters(), min_size=1))


def run_python(code: str) -> str:
    return subprocess.check_output([sys.executable, "-c", code], text=True, encoding="utf-8")


def test_english_stems_are_snowballs() -> None:
    terms = ["certificates", "expired", "running", "db", "7"]
    assert stems(terms, "english") == ["certif", "expir", "run", "db", "7"]


def test_each_language_has_its_own_stems() -> None:
    assert stems(["hauser", "laufend"], "german") == ["haus", "laufend"]
    assert stems(["москвы", "йоды"], "russian") == ["москв", "йод"]
    assert stems(["certificates"], "finnish") != stems(["certificates"], "english")


def test_the_languages_are_snowballs() -> None:
    algorithms = set(snowballstemmer.algorithms()) - {"porter", "dutch_porter"}
    assert set(LANGUAGES) == algorithms


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_makes_a_term_disappear(language: str) -> None:
    text = "abc 7 ß øre Ärger мир ας ab'c اَل שלום हिन्दी தமிழ் ქარ 設備 ไทย ἄνθρωπος " + "s" * 256
    terms = index_terms(text)
    found = stems(terms, language)
    assert len(found) == len(terms)
    assert all(found)


def test_a_word_that_is_all_ending_is_its_own_stem() -> None:
    assert snowballstemmer.stemmer("greek").stemWord("ήσαν") == ""
    assert stems(["ήσαν"], "greek") == ["ήσαν"]


def test_greek_with_its_old_accents_has_stems() -> None:
    assert stems(tokenize("ἄνθρωπος"), "greek") == ["ἄνθρωπ"]


def test_no_language_leaves_terms_as_they_are() -> None:
    terms = ["certificates", "expired"]
    assert stems(terms, NO_LANGUAGE) == terms
    assert stems(terms, NO_LANGUAGE) is not terms
    assert stop_words(NO_LANGUAGE) == frozenset()


def test_scripts_without_a_language_are_left_alone() -> None:
    terms = index_terms("設備清單 ไทย 설정 ខ្មែរ")
    assert stems(terms, "english") == terms


@given(TERMS, st.sampled_from([NO_LANGUAGE, *LANGUAGES]))
def test_any_term_has_one_stem_that_is_not_empty(terms: list[str], language: str) -> None:
    found = stems(terms, language)
    assert len(found) == len(terms)
    assert all(found)
    assert stems(terms, language) == found


@pytest.mark.parametrize("language", ["klingon", "", "English", "porter", "en"])
def test_an_unknown_language_is_refused_with_the_known_ones(language: str) -> None:
    for ask in (lambda: stems(["x"], language), lambda: stop_words(language)):
        with pytest.raises(ValueError, match="known are none, arabic, armenian") as refusal:
            ask()
        assert repr(language) in str(refusal.value)


def test_many_threads_get_the_stems_of_one() -> None:
    words = [
        f"{stem}{ending}" for stem in ["walk", "talk", "jump"] for ending in ("s", "ed", "ing")
    ]
    lists = [[f"x{at}{word}" for at in range(100) for word in words] for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda terms: stems(terms, "english"), lists))
    alone = snowballstemmer.stemmer("english")
    assert found == [[alone.stemWord(word) for word in lists[0]]] * 8


def test_importing_the_language_does_not_import_snowball() -> None:
    code = (
        "import sys, loom_memory_core.language as l; l.stop_words('english');"
        "l.stems(['x'], 'none'); print('snowballstemmer' in sys.modules)"
    )
    assert run_python(code).strip() == "False"


def test_without_snowball_the_error_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['snowballstemmer'] = None\n"
        "from loom_memory_core.errors import BackendLoadError\n"
        "from loom_memory_core.language import stems\n"
        "try: stems(['x'], 'english')\n"
        "except BackendLoadError as error: print(error)"
    )
    assert "pip install 'loom-memory-core[language]'" in run_python(code)


def test_an_old_snowball_that_lacks_a_language_is_named() -> None:
    code = (
        "import snowballstemmer; snowballstemmer.stemmer = {}.__getitem__\n"
        "from loom_memory_core.errors import BackendLoadError\n"
        "from loom_memory_core.language import stems\n"
        "try: stems(['x'], 'czech')\n"
        "except BackendLoadError as error: print(error)"
    )
    assert "no stemmer for czech" in run_python(code)


def test_stop_words_are_terms() -> None:
    for language in STOP_LISTS:
        words = stop_words(language)
        assert words == set(tokenize(" ".join(words)))
        assert 40 <= len(words) <= 120


def test_english_has_the_measured_number_of_stop_words() -> None:
    assert len(stop_words("english")) == 45
    assert {"what", "the", "is", "did"} <= stop_words("english")
    assert not {"not", "no", "never"} & stop_words("english")


def test_stop_words_have_lost_their_diacritics_as_terms_have() -> None:
    assert {"fur", "uber"} <= stop_words("german")
    assert set(tokenize("für über où été")) & stop_words("french") == {"ou"}


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - set(STOP_LISTS)))
def test_a_language_without_a_list_has_no_stop_words(language: str) -> None:
    assert stop_words(language) == frozenset()
