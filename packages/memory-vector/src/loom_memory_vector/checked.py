"""The one place where vectors are checked, whichever embedder they come from."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from loom_memory_core import LoomError, StoreClosedError

from loom_memory_vector.embedder import Embedder, Vectors
from loom_memory_vector.errors import EmbeddingError
from loom_memory_vector.fingerprint import Fingerprint

_NUMBERS: Final = "fiu"
"""NumPy's kinds of array that hold real numbers."""


class CheckedEmbedder:
    """An embedder whose vectors are counted, finite, of the right dimension and of length one.

    Equal texts in one call are embedded once. Every backend calls embedders through this.

    Args:
        embedder: The embedder that does the work.

    Raises:
        EmbeddingError: By every method that embeds, when the embedder fails in a way that is
            not already a ``LoomError``, or gives something else than good vectors.
        StoreClosedError: By the same, when it fails since another thread has closed it.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._inner = embedder
        self._closed = False

    @property
    def fingerprint(self) -> Fingerprint:
        """The embedding space."""
        return self._inner.fingerprint

    @property
    def model(self) -> str:
        """What the user calls the model."""
        return self._inner.model

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self.fingerprint.dimension

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        """One unit vector for each text, of shape ``(len(texts), dimension)``; none for none."""
        if isinstance(texts, str):
            raise TypeError(f"texts is a str, not a sequence of them; pass [{texts[:40]!r}]")
        distinct = list(dict.fromkeys(texts))
        if not distinct:
            return np.zeros((0, self.dimension), np.float32)
        answer = self._call(lambda: self._inner.embed_documents(distinct))
        vectors = self._checked(answer, (len(distinct), self.dimension))
        if len(distinct) == len(texts):
            return vectors
        places = {text: at for at, text in enumerate(distinct)}
        return vectors[[places[text] for text in texts]]

    def embed_query(self, text: str, /) -> Vectors:
        """The unit vector of a question, of shape ``(dimension,)``."""
        answer = self._call(lambda: self._inner.embed_query(text))
        return self._checked(answer, (self.dimension,))

    def close(self) -> None:
        """Let go of connections, if the embedder holds any; twice is fine."""
        self._closed = True
        close = getattr(self._inner, "close", None)
        if close is not None:
            close()

    def _call(self, embed: Callable[[], object]) -> object:
        try:
            return embed()
        except Exception as error:
            if self._closed:
                raise StoreClosedError(
                    f"{self.model} was closed while it embedded",
                    hint="nothing was written; close a store when its last verb has returned",
                ) from error
            if isinstance(error, LoomError):
                raise
            raise EmbeddingError(
                f"the embedder {self.model} failed with {type(error).__name__}",
                hint="nothing was written; the cause says what the embedder met",
            ) from error

    def _checked(self, answer: object, shape: tuple[int, ...]) -> Vectors:
        vectors = self._as_numbers(answer)
        if vectors.shape != shape:
            raise self._wrong(f"an array of shape {vectors.shape}, not {shape}")
        if not np.isfinite(vectors).all():
            raise self._wrong("numbers that are not finite")
        largest = np.abs(vectors).max(axis=-1, keepdims=True)
        if not largest.all():
            raise self._wrong("a vector of zeros, which is like nothing and like everything")
        vectors = vectors / largest  # whose squares neither overflow nor vanish
        lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
        return np.ascontiguousarray(vectors / lengths, np.float32)

    def _as_numbers(self, answer: object) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        try:
            array = np.asarray(answer)
        except ValueError as error:  # lists of different lengths
            raise self._wrong("vectors of different lengths") from error
        except Exception as error:  # such as a tensor that lies on another device
            what = f"a {type(answer).__name__} that is no array to NumPy: {error}"
            raise self._wrong(what) from error
        if array.dtype.kind not in _NUMBERS:
            raise self._wrong(f"an array of {array.dtype}, not of numbers")
        return array.astype(np.float64)

    def _wrong(self, what: str) -> EmbeddingError:
        return EmbeddingError(
            f"the embedder {self.model} gave {what}",
            hint="nothing was written; check the model's name and what serves it, then try again",
        )
