"""Words and vectors of one schema in one ranking."""

from collections.abc import Callable

import pytest
from loom_memory_core import MemoryEntry, SearchHit
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def contents(hits: list[SearchHit]) -> list[object]:
    return [hit.entry.content for hit in hits]


@pytest.fixture
def hybrid(opener: Opener) -> VectorPostgresStore:
    return opener(hybrid=True, embedder="hashing:256", min_score=None, min_top_score=None)


def test_a_shared_word_is_a_match_where_the_vectors_find_none(hybrid: VectorPostgresStore) -> None:
    long = "the kiwi stands in a sentence of so many other words that no cosine would find it now"
    hybrid.append("k", said(long, "granite"))
    hits = hybrid.search("k", "kiwi")
    assert contents(hits) == [long]
    assert hits[0].similarity is not None
    assert hits[0].similarity < 0.375


def test_likeness_is_a_match_where_no_word_is_shared(opener: Opener) -> None:
    alike = opener(hybrid=True, embedder="recorded_embedder:synonyms")
    alike.append("k", said("automobile", "granite"))
    hits = alike.search("k", "car")
    assert [(hit.entry.content, hit.score, hit.similarity) for hit in hits] == [
        ("automobile", 1.0, 1.0)
    ]


def test_a_shut_gate_takes_away_what_is_only_alike(opener: Opener) -> None:
    options = {"hybrid": True, "embedder": "recorded_embedder:synonyms", "min_score": 0.1}
    opener(**options, min_top_score=0.2).append("k", said("automobile", "kiwi on a long shelf"))
    open_gate = opener(**options, min_top_score=0.2).search("k", "car of a kiwi and a fig")
    assert set(contents(open_gate)) == {"automobile", "kiwi on a long shelf"}
    shut = opener(**options, min_top_score=0.99).search("k", "car of a kiwi and a fig")
    assert contents(shut) == ["kiwi on a long shelf"]
    assert shut == [hit for hit in open_gate if hit.entry.content == "kiwi on a long shelf"]


def test_a_gate_that_is_met_to_the_last_digit_is_open(opener: Opener) -> None:
    options = {"hybrid": True, "embedder": "recorded_embedder:synonyms", "min_score": 0.1}
    opener(**options).append("k", said("automobile of granite", "kiwi"))
    hits = opener(**options, min_top_score=0.1).search("k", "car")
    assert contents(hits) == ["automobile of granite"]
    top = hits[0].score
    assert opener(**options, min_top_score=top).search("k", "car") == hits
    assert opener(**options, min_top_score=top + 1e-6).search("k", "car") == []


def test_the_score_is_the_cosine_and_three_times_the_share(hybrid: VectorPostgresStore) -> None:
    hybrid.append("k", said("kiwi mango", "kiwi", "quartz"))
    hits = hybrid.search("k", "kiwi mango")
    assert contents(hits) == ["kiwi mango", "kiwi"]
    for hit in hits:
        assert hit.similarity is not None
        assert hit.similarity < hit.score < hit.similarity + 3
        assert hit.score == round(hit.score, 6)


def test_words_that_do_not_rank_still_match(hybrid: VectorPostgresStore) -> None:
    texts = [f"the note {at} that was written about it" for at in range(90)]
    hybrid.append("k", said(*texts, "kiwi", "slate"))
    hits = contents(hybrid.search("k", "what about the kiwi", limit=1_000))
    assert hits[0] == "kiwi"
    assert set(hits) == {*texts, "kiwi"}


def test_a_smaller_limit_gives_the_beginning_of_a_larger_one(hybrid: VectorPostgresStore) -> None:
    words = ("kiwi", "mango", "the", "about", "quartz", "of", "slate")
    texts = [f"{one} {two} {at}" for at, one in enumerate(words) for two in words]
    hybrid.append("k", said(*texts, *texts[:10]))
    many = " ".join(f"x{at}" for at in range(50))
    for query in ("the kiwi of mango", "about the", "quartz", f"slate {many}"):
        every = hybrid.search("k", query, limit=1_000)
        for limit in (1, 2, 5, 17, 40):
            assert hybrid.search("k", query, limit=limit) == every[:limit]


def test_a_query_without_a_term_finds_nothing(hybrid: VectorPostgresStore) -> None:
    hybrid.append("k", said("kiwi"))
    assert hybrid.search("k", "?!") == []
