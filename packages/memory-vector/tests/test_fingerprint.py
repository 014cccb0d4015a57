"""What makes two embedding spaces one, and how a store keeps the fingerprint."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import EmbeddingMismatchError
from loom_memory_vector import Fingerprint, check_space, family_name

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)

FINGERPRINTS = st.builds(
    Fingerprint,
    family=TEXT.filter(lambda name: name.removesuffix(":latest")),
    dimension=st.integers(1, 1_000_000),
    normalised=st.booleans(),
    document_prefix=TEXT,
    query_prefix=TEXT,
    weights_sha256=st.none() | TEXT,
)

SMALL = Fingerprint(family="all-MiniLM-L6-v2", dimension=384)


@given(FINGERPRINTS)
def test_json_gives_the_same_again(space: Fingerprint) -> None:
    text = space.to_json()
    assert Fingerprint.from_json(text) == space == Fingerprint.from_json(text.encode())
    assert "\n" not in text


@given(FINGERPRINTS, st.none() | TEXT)
def test_the_hash_of_the_weights_is_no_part_of_the_space(
    space: Fingerprint, other_hash: str | None
) -> None:
    other = space.model_copy(update={"weights_sha256": other_hash})
    assert space.same_space(other)
    check_space(space, other, place="a file")


@pytest.mark.parametrize(
    "change",
    [
        {"family": "acme"},
        {"dimension": 383},
        {"normalised": False},
        {"document_prefix": "passage: "},
        {"query_prefix": "query: "},
    ],
    ids=lambda change: next(iter(change)),
)
def test_everything_else_is_another_space(change: dict[str, Any]) -> None:
    other = SMALL.model_copy(update=change)
    assert not SMALL.same_space(other)
    assert not other.same_space(SMALL)
    (difference,) = SMALL.differences(other)
    assert difference.startswith(next(iter(change)))


@pytest.mark.parametrize(
    "alias",
    [
        "all-minilm",
        "all-minilm:latest",
        "ALL-MINILM-L6-V2",
        "sentence-transformers/all-MiniLM-L6-v2",
        "all-minilm:l6-v2",
    ],
)
def test_a_renamed_alias_is_the_same_space(alias: str) -> None:
    assert Fingerprint(family=alias, dimension=384).same_space(SMALL)
    stored = SMALL.to_json().replace("all-MiniLM-L6-v2", alias)
    assert Fingerprint.from_json(stored) == SMALL


def test_another_publishers_model_of_the_same_name_is_another_space() -> None:
    assert family_name("acme/all-MiniLM-L6-v2") == "acme/all-MiniLM-L6-v2"
    other = Fingerprint(family="acme/all-MiniLM-L6-v2", dimension=384)
    assert not other.same_space(SMALL)


def test_a_refusal_names_both_and_what_differs() -> None:
    with pytest.raises(EmbeddingMismatchError) as caught:
        check_space(SMALL, Fingerprint(family="acme", dimension=8), place="notes.db")
    message = caught.value.message
    for part in ("notes.db", "all-MiniLM-L6-v2", "acme", "dimension: 384, not 8"):
        assert part in message
    assert "loom memory reembed" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[]", '{"family": "a", "dimension": "8"}', '{"family": "a", "dimension": 0}'),
        *('{"family": "a", "dimension": 8, "pooling": "cls"}', '{"family": "", "dimension": 8}'),
    ],
)
def test_what_is_no_fingerprint_is_refused(text: str) -> None:
    with pytest.raises(EmbeddingMismatchError, match="cannot be read"):
        Fingerprint.from_json(text)


def test_it_is_shown_with_its_weights() -> None:
    space = SMALL.model_copy(update={"weights_sha256": "8199be6f" + 56 * "0"})
    assert str(space) == "all-MiniLM-L6-v2, 384 dimensions, weights 8199be6f0000"
    assert str(SMALL) == "all-MiniLM-L6-v2, 384 dimensions"
