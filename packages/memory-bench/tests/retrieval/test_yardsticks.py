"""BM25 and raw FTS5: what our stores are measured beside."""

import math
from pathlib import Path

import pytest
from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.retrieval.bm25 import BM25, K1, B, Bm25Index
from loom_memory_bench.retrieval.contender import Candidate
from loom_memory_bench.retrieval.raw_fts5 import RAW_FTS5
from loom_memory_core import MemoryEntry


def turn(name: str, text: str) -> Turn:
    return Turn(name, "s1", MemoryEntry(content=text))


TURNS = [
    turn("a", "the red tram stops at the lake"),
    turn("b", "a blue tram"),
    turn("c", "trams and lakes and trams"),
]


@pytest.mark.parametrize("candidate", [BM25, RAW_FTS5], ids=lambda each: each.name)
def test_keys_do_not_see_each_other(candidate: Candidate, tmp_path: Path) -> None:
    with candidate.opened(tmp_path) as contender:
        contender.fill("one", TURNS)
        contender.fill("other", [turn("z", "red red tram")])
        assert contender.search("one", "red tram", limit=5).turns[0] == "a"
        assert "z" not in contender.search("one", "red tram", limit=5).turns
        assert contender.search("other", "tram", limit=5).turns == ["z"]
        assert contender.search("one", "?!", limit=5).turns == []
        assert contender.search("one", "submarine", limit=5).turns == []
        assert len(contender.search("one", "tram", limit=1).turns) == 1


def test_fts5_stems_and_bm25_does_not(tmp_path: Path) -> None:
    with RAW_FTS5.opened(tmp_path) as raw, BM25.opened(tmp_path) as exact:
        for each in (raw, exact):
            each.fill("k", TURNS)
        assert set(raw.search("k", "tram", limit=5).turns) == {"a", "b", "c"}
        assert set(exact.search("k", "tram", limit=5).turns) == {"a", "b"}


def test_quotes_and_operators_are_words(tmp_path: Path) -> None:
    with RAW_FTS5.opened(tmp_path) as raw:
        raw.fill("k", TURNS)
        assert raw.search("k", 'NOT "tram" OR (lake* NEAR', limit=5).turns


def test_the_order_is_that_of_the_formula() -> None:
    rows = {"a": ["x"] * 3 + ["y"], "b": ["x", "y", "y"], "c": ["z"] * 5}
    mean = 4.0

    def score(row: str, word: str) -> float:
        held = sum(word in words for words in rows.values())
        times, length = rows[row].count(word), len(rows[row])
        idf = math.log(1 + (3 - held + 0.5) / (held + 0.5))
        return idf * times * (K1 + 1) / (times + K1 * (1 - B + B * length / mean))

    totals = {row: score(row, "x") + score(row, "y") for row in "ab"}
    assert (
        Bm25Index(rows).ranked(["x", "y"], limit=9) == sorted(totals, key=totals.__getitem__)[::-1]
    )


def test_equal_rows_keep_their_order() -> None:
    index = Bm25Index({"b": ["x"], "a": ["x"], "c": ["x"]})
    assert index.ranked(["x"], limit=2) == ["b", "a"]
