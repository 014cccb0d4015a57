"""What a wrong vector meets, whichever embedder gave it."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy
from loom_memory_core import BackendUnavailableError, LoomError, StoreClosedError
from loom_memory_vector import (
    CheckedEmbedder,
    Embedder,
    EmbeddingError,
    Fingerprint,
    HashingEmbedder,
)

Maker = Callable[[Sequence[str]], Any]


class Elsewhere:
    """A tensor on another device, which refuses to become an array."""

    def __array__(self) -> object:
        raise TypeError("copy it to the host first")


class Stranger:
    """An embedder of somebody's own, which gives what it is told to."""

    model = "acme:toy"
    dimension = 3
    fingerprint = Fingerprint(family="acme-toy", dimension=3, normalised=False)

    def __init__(self, make: Maker) -> None:
        self.calls: list[Sequence[str]] = []
        self._make = make

    def embed_documents(self, texts: Sequence[str], /) -> Any:  # noqa: ANN401 - whatever it is
        self.calls.append(texts)
        return self._make(texts)

    def embed_query(self, text: str, /) -> Any:  # noqa: ANN401 - as above
        return self._make([text])[0]


def checked(make: Maker) -> CheckedEmbedder:
    return CheckedEmbedder(Stranger(make))


def test_it_is_an_embedder_itself() -> None:
    inner = HashingEmbedder(8)
    outer = CheckedEmbedder(inner)
    assert isinstance(outer, Embedder)
    assert (outer.model, outer.dimension) == ("hashing:8", 8)
    assert outer.fingerprint == inner.fingerprint


WRONG: dict[str, Maker] = {
    "one too few": lambda texts: np.ones((len(texts) - 1, 3)),
    "one too many": lambda texts: np.ones((len(texts) + 1, 3)),
    "another dimension": lambda texts: np.ones((len(texts), 2)),
    "no rows": lambda texts: np.ones(3 * len(texts)),
    "one axis too many": lambda texts: np.ones((len(texts), 3, 1)),
    "nan": lambda texts: [[1, 2, float("nan")]] * len(texts),
    "infinite": lambda texts: [[1, 2, float("-inf")]] * len(texts),
    "zeros": lambda texts: np.zeros((len(texts), 3)),
    "zeros in the last": lambda texts: [*np.ones((len(texts) - 1, 3)), np.zeros(3)],
    "ragged": lambda texts: [[1.0, 2.0, 3.0], *[[1.0, 2.0]] * (len(texts) - 1)],
    "text": lambda texts: [["1", "2", "3"]] * len(texts),
    "truths": lambda texts: [[True, False, True]] * len(texts),
    "complex": lambda texts: np.full((len(texts), 3), 1j),
    "nothing": lambda _: None,
    "objects": lambda texts: [[object()] * 3] * len(texts),
    "a tensor elsewhere": lambda _: Elsewhere(),
}


@pytest.mark.parametrize("name", WRONG)
def test_documents_are_refused(name: str) -> None:
    with pytest.raises(EmbeddingError, match="acme:toy gave") as caught:
        checked(WRONG[name]).embed_documents(["a", "b"])
    assert "nothing was written" in caught.value.hint


@pytest.mark.parametrize(
    "vector",
    [[1, 2], [[1, 2, 3]], [0, 0, 0], [1, 2, float("nan")], 5, "abc", None],
    ids=repr,
)
def test_a_query_is_refused(vector: object) -> None:
    with pytest.raises(EmbeddingError):
        checked(lambda _: [vector]).embed_query("a")


@given(
    st_numpy.arrays(
        st.sampled_from([np.float64, np.float32, np.float16, np.int64]),
        (4, 3),
        elements=st.integers(-9, 9),
    ),
    st.sampled_from([1.0, 1e-30, 1e30]),
)
def test_good_vectors_have_length_one_and_keep_their_direction(
    numbers: np.ndarray[Any, Any], scale: float
) -> None:
    numbers[:, 0] = 7
    given_vectors = numbers.astype(np.float64) * scale
    vectors = checked(lambda _: given_vectors).embed_documents(list("abcd"))
    assert vectors.dtype == np.float32
    assert vectors.flags.c_contiguous
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    directions = (vectors * given_vectors).sum(axis=1) / np.linalg.norm(given_vectors, axis=1)
    assert directions == pytest.approx(1)


def test_plain_lists_are_vectors() -> None:
    vectors = checked(lambda texts: [[0.0, 3.0, 4.0]] * len(texts)).embed_documents(["a"])
    assert vectors.tolist() == [pytest.approx([0, 0.6, 0.8])]


@given(st.lists(st.sampled_from(["fig", "lime", "pear"]), max_size=9))
def test_equal_texts_are_embedded_once(texts: list[str]) -> None:
    stranger = Stranger(lambda texts: HashingEmbedder(3).embed_documents(texts))
    vectors = CheckedEmbedder(stranger).embed_documents(texts)
    assert [text for call in stranger.calls for text in call] == list(dict.fromkeys(texts))
    assert np.array_equal(vectors, HashingEmbedder(3).embed_documents(texts))


def test_no_texts_are_no_call() -> None:
    stranger = Stranger(lambda _: None)
    assert CheckedEmbedder(stranger).embed_documents([]).shape == (0, 3)
    assert stranger.calls == []


def test_a_bare_text_is_no_list_of_texts() -> None:
    with pytest.raises(TypeError, match=r"pass \['kiwi'\]"):
        checked(lambda texts: np.ones((len(texts), 3))).embed_documents("kiwi")


def raising(error: BaseException) -> Maker:
    def make(_: Sequence[str]) -> None:
        raise error

    return make


def test_what_a_stranger_raises_is_an_error_of_ours_with_its_cause() -> None:
    cause = RuntimeError("the GPU is on fire")
    embedder = checked(raising(cause))
    with pytest.raises(EmbeddingError, match="acme:toy failed with RuntimeError") as caught:
        embedder.embed_documents(["a"])
    assert caught.value.__cause__ is cause
    with pytest.raises(EmbeddingError, match="acme:toy failed with RuntimeError"):
        embedder.embed_query("a")


def test_an_error_of_ours_and_an_interrupt_pass() -> None:
    ours: LoomError = BackendUnavailableError("down", hint="wait")
    for error in (ours, KeyboardInterrupt()):
        with pytest.raises(type(error)) as caught:
            checked(raising(error)).embed_documents(["a"])
        assert caught.value is error


def test_a_call_that_a_close_cuts_off_says_so() -> None:
    def cut_off(_: Sequence[str]) -> None:
        embedder.close()
        raise RuntimeError("the client has been closed")

    embedder = checked(cut_off)
    with pytest.raises(StoreClosedError, match="acme:toy was closed while it embedded"):
        embedder.embed_documents(["a"])


def test_it_closes_what_can_be_closed() -> None:
    closed: list[str] = []
    stranger = Stranger(lambda _: None)
    CheckedEmbedder(stranger).close()
    stranger.close = lambda: closed.append("once")  # type: ignore[attr-defined]
    CheckedEmbedder(stranger).close()
    assert closed == ["once"]
