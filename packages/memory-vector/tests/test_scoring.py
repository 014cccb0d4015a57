"""The exact search over a matrix: right by a plain sum, whichever library multiplies."""

import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_vector import Floor, Vectors
from loom_memory_vector.matrix import Matrix
from loom_memory_vector.scoring import MARGIN, Match, best, products

OPEN = Floor(-1.0, -1.0, "")


def units(count: int, dimension: int, *, seed: int) -> Vectors:
    vectors = np.random.default_rng(seed).standard_normal((count, dimension))
    found: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return found


def plainly(matrix: Matrix, question: np.ndarray, *, floor: Floor, limit: int) -> list[Match]:
    """Every cosine in double precision, one at a time."""
    scores = [
        (round(sum(a * b for a, b in zip(vector, question.tolist(), strict=True)), 6), row)
        for vector, row in zip(matrix.vectors.tolist(), matrix.rows.tolist(), strict=True)
    ]
    found = [
        Match(row, min(max(score, -1.0), 1.0))
        for score, row in sorted(scores, reverse=True)
        if score >= floor.min_score
    ]
    return found[:limit] if found and found[0].similarity >= floor.min_top_score else []


@given(
    count=st.integers(0, 60),
    repeats=st.integers(1, 4),
    dimension=st.integers(1, 40),
    seed=st.integers(0, 2**16),
    floor=st.floats(-1, 1),
    gate=st.floats(0, 0.5),
    limit=st.one_of(st.integers(1, 20), st.just(10**30)),
)
def test_the_best_are_those_of_a_plain_sum(
    count: int,
    repeats: int,
    dimension: int,
    seed: int,
    floor: float,
    gate: float,
    limit: int,
) -> None:
    vectors = np.repeat(units(count, dimension, seed=seed), repeats, axis=0)
    rows = np.random.default_rng(seed).permutation(np.arange(len(vectors)))
    matrix = Matrix.of(np.ascontiguousarray(vectors), rows)
    question = units(1, dimension, seed=seed + 1)[0]
    bounds = Floor(floor, min(floor + gate, 1.0), "")
    found = best(matrix, question, floor=bounds, limit=limit)
    wanted = plainly(matrix, question, floor=bounds, limit=limit)
    assert [match.row for match in found] == [match.row for match in wanted]
    assert [match.similarity for match in found] == [match.similarity for match in wanted]


@pytest.mark.parametrize("dimension", [8, 384, 3_072])
def test_the_margin_is_wider_than_a_product_is_wrong(dimension: int) -> None:
    vectors = units(500, dimension, seed=1)
    question = units(1, dimension, seed=2)[0]
    exact = vectors.astype(np.float64) @ question.astype(np.float64)
    assert np.abs(products(vectors, question) - exact).max() < MARGIN / 20
    alike = np.abs(products(vectors, vectors[0])[:1] - 1).max()
    assert alike < MARGIN / 20


def test_a_cosine_never_leaves_its_range() -> None:
    vectors = np.full((3, 5), 0.44721362, np.float32)  # a little longer than one
    found = best(Matrix.of(vectors, np.arange(3)), vectors[0], floor=OPEN, limit=9)
    assert found == [Match(2, 1.0), Match(1, 1.0), Match(0, 1.0)]


PROGRAM = """
import json, sys
if sys.argv[1] == "without":
    sys.modules["faiss"] = None
import numpy as np
from loom_memory_vector import Floor, HashingEmbedder
from loom_memory_vector.matrix import Matrix
from loom_memory_vector.scoring import best, product
from loom_memory_vector.fusion import Words, fuse
texts = [f"w{n % 37} w{n % 11} w{n % 5}" for n in range(2000)]
embedder = HashingEmbedder(384)
matrix = Matrix.of(embedder.embed_documents(texts), np.arange(2000))
floor = Floor(0.1, 0.2, "")
found = []
for query in ("w1 w2 w3", "w5", "w36 w10 w4 w0", "w7 w7 w1"):
    question = embedder.embed_query(query)
    found.append(best(matrix, question, floor=floor, limit=50))
    found.append(best(matrix, question, floor=floor, limit=10**9))
    shares = {n: 0.25 + n / 10000 for n in range(0, 2000, 7)}
    words = Words(shares, lambda: range(5))
    found.append(fuse(matrix, question, words=words, floor=floor, limit=80))
print(json.dumps([product() is np.vecdot, found]))
"""


def test_faiss_changes_no_result() -> None:
    answers = {
        how: json.loads(subprocess.check_output([sys.executable, "-c", PROGRAM, how], text=True))
        for how in ("with", "without")
    }
    assert [answers["with"][0], answers["without"][0]] == [False, True]
    assert answers["with"][1] == answers["without"][1]
    assert all(len(each) >= 50 for each in answers["with"][1])
