"""The corpus of the speed report: always the same, and of the shape that it claims."""

from itertools import islice

import pytest
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.speed.corpus import (
    KINDS,
    VOCABULARY,
    Item,
    Kind,
    checked_shares,
    items,
    match_share,
    queries,
    word,
)
from loom_memory_core import MemoryEntry, tokenize
from loom_memory_core.language import stems, stop_words


@pytest.fixture(scope="module")
def rows() -> list[Item]:
    return list(islice(items(), 2_000))


def test_every_rank_has_a_word_of_its_own() -> None:
    assert len({word(rank) for rank in range(1, VOCABULARY + 1)}) == VOCABULARY


def test_a_word_is_one_term_and_neither_inflected_nor_a_stop_word() -> None:
    words = [word(rank) for rank in range(1, VOCABULARY + 1, 7)]
    assert [*tokenize(" ".join(words))] == words
    assert [*stems(words, "english")] == words
    assert not set(words).intersection(stop_words("english"))


def test_the_same_entries_and_queries_every_time(rows: list[Item]) -> None:
    assert list(islice(items(), 20)) == rows[:20]
    for kind in KINDS:
        assert queries(kind, 5) == queries(kind, 50)[:5]


def test_an_item_is_one_entry_in_three_forms(rows: list[Item]) -> None:
    first = rows[0]
    assert MemoryEntry.from_json(first.body) == first.entry
    assert first.entry.content == first.text


def test_classes_match_what_they_should(rows: list[Item]) -> None:
    shares = checked_shares(rows, number=60)
    assert [round(shares[kind.name], 1) for kind in KINDS] == [0.0, 0.7, 0.3]


def test_a_class_that_matches_otherwise_stops_the_run(rows: list[Item]) -> None:
    without_words = [row._replace(text="") for row in rows[:50]]
    with pytest.raises(BenchmarkError, match=r"rare queries match 0\.0% of 50 rows"):
        checked_shares(without_words, number=10)


def test_a_row_matches_by_any_word(rows: list[Item]) -> None:
    texts = ["a b", "b c", "d", "e"]
    few = [row._replace(text=text) for row, text in zip(rows, texts, strict=False)]
    assert match_share(["a c", "x"], few) == 2 / 8


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_query_has_three_to_eight_words_each_once(kind: Kind) -> None:
    asked = [query.split() for query in queries(kind, 200)]
    assert {len(words) for words in asked} == {3, 4, 5, 6, 7, 8}
    assert all(len(words) == len(set(words)) for words in asked)
