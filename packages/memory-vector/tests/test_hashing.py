"""The embedder without a model: deterministic, and close as far as terms are shared."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InvalidOptionsError, tokenize
from loom_memory_vector import CheckedEmbedder, Embedder, HashingEmbedder, shipped_floor

WORDS = st.sampled_from(["kiwi", "mango", "granite", "basalt", "quartz", "fig", "lime", "pear"])
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


def test_it_is_an_embedder() -> None:
    embedder = HashingEmbedder(64)
    assert isinstance(embedder, Embedder)
    assert (embedder.model, embedder.dimension) == ("hashing:64", 64)
    assert embedder.embed_documents([]).shape == (0, 64)


@given(st.lists(TEXTS, min_size=1, max_size=5), st.sampled_from([32, 256, 1_000]))
def test_vectors_are_unit_float32_and_queries_are_like_documents(
    texts: list[str], dimension: int
) -> None:
    embedder = HashingEmbedder(dimension)
    vectors = embedder.embed_documents(texts)
    assert vectors.shape == (len(texts), dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert np.array_equal(embedder.embed_query(texts[0]), vectors[0])


@given(st.lists(WORDS, min_size=1, max_size=8), st.randoms())
def test_a_vector_depends_on_the_terms_alone(words: list[str], random: Random) -> None:
    shuffled = random.sample(words, len(words))
    texts = [" ".join(words), "!  ".join(shuffled).upper()]
    one, other = HashingEmbedder(64).embed_documents(texts)
    assert np.array_equal(one, other)


@given(TEXTS, TEXTS)
def test_a_cosine_is_near_that_of_the_counts_of_terms(one: str, other: str) -> None:
    left, right = HashingEmbedder(4_096).embed_documents([one, other])
    terms = sorted({*tokenize(one), *tokenize(other)})
    counts = np.array([[tokenize(text).count(term) for term in terms] for text in (one, other)])
    exact = counts[0] @ counts[1] / np.prod(np.linalg.norm(counts, axis=1))
    assert float(left @ right) == pytest.approx(float(exact), abs=0.2)


def test_unrelated_texts_stay_below_the_floor() -> None:
    embedder = HashingEmbedder(256)
    floor = shipped_floor(embedder.fingerprint)
    vectors = embedder.embed_documents([f"word{number}" for number in range(1_000)])
    cosines = vectors @ vectors.T - np.eye(1_000)
    assert floor is not None
    assert cosines.max() < floor.min_score


def test_another_process_draws_the_same_numbers() -> None:
    code = "print(HashingEmbedder(4).embed_query('kiwi').tobytes().hex())"
    program = f"from loom_memory_vector import HashingEmbedder; {code}"
    printed = subprocess.check_output([sys.executable, "-c", program], text=True).strip()
    assert printed == HashingEmbedder(4).embed_query("kiwi").tobytes().hex()


def test_the_numbers_are_the_same_in_every_release() -> None:
    numbers = HashingEmbedder(4).embed_query("kiwi and mango")
    assert numbers.tolist() == pytest.approx([0.060683, 0.924765, 0.373821, -0.037217], abs=1e-6)


def test_a_text_without_a_term_has_no_direction() -> None:
    assert not HashingEmbedder(8).embed_query("?!").any()
    with pytest.raises(ValueError, match="a vector of zeros"):
        CheckedEmbedder(HashingEmbedder(8)).embed_query("?!")


@pytest.mark.parametrize("dimension", [0, -1, 65_537])
def test_a_dimension_out_of_range_is_refused(dimension: int) -> None:
    with pytest.raises(InvalidOptionsError, match=f"hashing:{dimension}"):
        HashingEmbedder(dimension)
