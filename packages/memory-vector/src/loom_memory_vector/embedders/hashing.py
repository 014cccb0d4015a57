"""An embedder without a model: texts are close as far as they share terms. For tests."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256, shake_256
from typing import Final

import numpy as np
from loom_memory_core import InvalidOptionsError, tokenize
from numpy.typing import NDArray

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.fingerprint import Fingerprint
from loom_memory_vector.floor import HASHING

_MOST: Final = 65_536
"""The largest dimension: no model has more, and a slip of the keyboard would fill the memory."""


class HashingEmbedder:
    """The normalised sum of one pseudo-random unit vector for each term of a text.

    Deterministic on every machine, and without semantics: ``car`` is as far from ``cars`` as
    from ``moon``. The order of words does not matter. A text without a term has no direction
    and is all zeros, which ``CheckedEmbedder`` refuses.

    Args:
        dimension: How many numbers, from 1 to 65,536. Two unrelated texts have a cosine of
            about ``1 / sqrt(dimension)``, so below 100 they begin to match by chance.

    Raises:
        InvalidOptionsError: The dimension is out of range.

    Example:
        >>> embedder = HashingEmbedder(256)
        >>> kiwi, both = embedder.embed_documents(["kiwi", "kiwi and mango"])
        >>> bool(kiwi @ both > 0.4)
        True
    """

    def __init__(self, dimension: int) -> None:
        if not 1 <= dimension <= _MOST:
            raise InvalidOptionsError(
                f"hashing:{dimension} has no usable dimension",
                hint=f"use a number from 1 to {_MOST}, such as hashing:256",
            )
        self._fingerprint = Fingerprint(family=HASHING, dimension=dimension)

    @property
    def fingerprint(self) -> Fingerprint:
        """The embedding space; it is defined by the dimension alone."""
        return self._fingerprint

    @property
    def model(self) -> str:
        """``hashing:`` and the dimension."""
        return f"{HASHING}:{self.dimension}"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._fingerprint.dimension

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        """One vector for each text; documents and queries are embedded alike."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[:] = self.embed_query(text)
        return vectors

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of one text, of length one; all zeros if it has no term."""
        total = np.zeros(self.dimension)
        for term, count in sorted(Counter(tokenize(text)).items()):
            total += count * _drawn(term, self.dimension)
        return (total / (np.linalg.norm(total) or 1.0)).astype(np.float32)


@lru_cache(maxsize=4_096)
def _drawn(term: str, dimension: int) -> NDArray[np.float64]:
    """A unit vector that depends on the term's SHA-256 and on nothing else.

    The numbers are drawn with SHAKE-256, since NumPy promises no stream of its own.
    """
    seed = sha256(term.encode()).digest()
    drawn = np.frombuffer(shake_256(seed).digest(4 * dimension), "<u4")
    centred = drawn.astype(np.float64) - (2**32 - 1) / 2
    vector: NDArray[np.float64] = centred / np.linalg.norm(centred)
    vector.flags.writeable = False
    return vector
