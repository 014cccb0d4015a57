"""BM25 and raw FTS5: what our stores are measured beside."""

from pathlib import Path

import pytest
from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.retrieval.bm25 import BM25
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
