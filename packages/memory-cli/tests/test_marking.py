"""Marking shows, in any alphabet, which words a query shares with a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_cli.marking import marked_spans
from loom_memory_core import tokenize

CASES = [
    ("Check the certificates first.", "certificates!", ["certificates"]),
    ("to be or not", "to be", ["to", "be"]),
    ("CAFÉ and cafe\u0301", "café", ["CAFÉ", "cafe\u0301"]),
    ("Straße", "STRASSE", ["Straße"]),
    ("重跑gen-itgc后", "itgc", ["itgc"]),
    ("设备清单在这里", "清单", ["清单"]),
    ("设备清单", "清", ["清"]),
    ("start the art_start", "art", ["art"]),
    ("don't stop", "don't", ["don", "t"]),
    ("nothing here", "violin", []),
    ("", "violin", []),
    ("text", "", []),
    ("text", "!!!", []),
]


def marked(text: str, query: str, language: str = "none") -> list[str]:
    return [text[start:end] for start, end in marked_spans(text, query, language=language)]


@pytest.mark.parametrize(("text", "query", "expected"), CASES)
def test_words_that_match_are_marked(text: str, query: str, expected: list[str]) -> None:
    assert marked(text, query) == expected


def test_words_of_one_stem_are_marked_and_stop_words_are_not() -> None:
    pytest.importorskip("snowballstemmer")
    text = "Failing over the databases"
    assert marked(text, "how do I fail over the database", "english") == [
        *("Failing", "over", "databases")
    ]
    assert marked("to be or not", "to be", "english") == ["to", "be"]


@given(st.text(), st.text())
def test_marks_lie_in_the_text_in_order_and_apart(text: str, query: str) -> None:
    ends = [at for span in marked_spans(text, query, language="none") for at in span]
    assert ends == sorted(set(ends))
    assert all(0 <= at <= len(text) for at in ends)


@given(st.text(alphabet=st.characters(categories=["L", "N", "Z"]), min_size=1))
def test_a_text_marks_itself(text: str) -> None:
    assert bool(marked(text, text)) == bool(tokenize(text))
