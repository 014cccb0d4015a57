"""The fused ranking against its definition, row by row."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_vector import Floor, Vectors
from loom_memory_vector.fusion import Fused, Words, fuse
from loom_memory_vector.matrix import Matrix

DIMENSION = 6


def units(count: int, *, seed: int) -> Vectors:
    vectors = np.random.default_rng(seed).standard_normal((count, DIMENSION))
    found: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return found


def by_definition(
    vectors: np.ndarray,
    question: np.ndarray,
    *,
    shares: dict[int, float],
    others: set[int],
    floor: Floor,
) -> list[Fused]:
    wide = question.astype(np.float64).tolist()
    cosines = {
        row: round(sum(a * b for a, b in zip(vector, wide, strict=True)), 6)
        for row, vector in enumerate(vectors.tolist())
    }
    passed = max(cosines.values(), default=-1.0) >= floor.min_top_score
    found = []
    for row in cosines.keys() | shares.keys() | others:
        alike = passed and cosines.get(row, -1.0) >= floor.min_score
        if alike or row in shares or row in others:
            score = round(cosines.get(row, 0.0) + 3 * shares.get(row, 0.0), 6)
            found.append(Fused(row, score, cosines.get(row)))
    return sorted(found, key=lambda each: (-each.score, -each.row))


@given(
    count=st.integers(0, 40),
    seed=st.integers(0, 2**16),
    shares=st.dictionaries(st.integers(0, 42), st.floats(0.000001, 0.999999), max_size=20),
    others=st.sets(st.integers(0, 42), max_size=20),
    floor=st.floats(-0.5, 0.9),
    gate=st.floats(0, 0.4),
    limit=st.one_of(st.integers(1, 50), st.just(10**30)),
)
def test_the_ranking_is_the_one_of_the_definition(
    count: int,
    seed: int,
    shares: dict[int, float],
    others: set[int],
    floor: float,
    gate: float,
    limit: int,
) -> None:
    vectors = np.concatenate([units(count, seed=seed), units(count, seed=seed)[: count // 3]])
    question = units(1, seed=seed + 1)[0]
    bounds = Floor(floor, min(floor + gate, 1.0), "")
    matrix = Matrix.of(vectors, np.arange(len(vectors)))
    words = Words(shares, lambda: others)
    found = fuse(matrix, question, words=words, floor=bounds, limit=limit)
    wanted = by_definition(vectors, question, shares=shares, others=others, floor=bounds)
    assert found == wanted[:limit]


def test_common_words_are_not_asked_for_where_they_cannot_matter() -> None:
    def refused() -> set[int]:
        raise AssertionError("the long postings were walked")

    vectors = np.eye(DIMENSION, dtype=np.float32)
    matrix = Matrix.of(vectors, np.arange(DIMENSION))
    words = Words({1: 0.5, 2: 0.4}, refused)
    found = fuse(matrix, vectors[1], words=words, floor=Floor(0.5, 0.5, ""), limit=2)
    assert [each.row for each in found] == [1, 2]
