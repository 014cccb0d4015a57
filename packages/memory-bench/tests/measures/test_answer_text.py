"""Comparing texts by their words."""

import pytest
from loom_memory_bench.measures.answer_text import compression, gold_in_context, token_f1


@pytest.mark.parametrize(
    ("answer", "gold", "f1"),
    [
        ("A dog and a cat", "the cat", 2 / 3),
        ("painted vases", "painting a vase", 1.0),
        ("cat cat", "cat", 2 / 3),
        ("", "cat", 0.0),
        ("it is", "", 1.0),
    ],
)
def test_words_that_are_shared(answer: str, gold: str, f1: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(f1)


def test_all_of_the_gold_must_be_there() -> None:
    context = "[12 March 2025] Noor: the hive stands, Leo brought it on a handcart"
    assert gold_in_context("12 March 2025", context)
    assert gold_in_context("a handcart of Leo's", context)
    assert not gold_in_context("12 April 2025", context)
    assert not gold_in_context("it was", context)


def test_a_ratio_without_facts_is_an_error() -> None:
    assert compression("abcdef", "abc") == 2
    with pytest.raises(ZeroDivisionError):
        compression("abcdef", "")
