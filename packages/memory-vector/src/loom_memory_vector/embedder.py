"""What turns text into vectors: the protocol that every embedding model is reached through."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from loom_memory_vector.fingerprint import Fingerprint

Vectors: TypeAlias = NDArray[np.float32]
"""Vectors of one embedding space: float32 of shape ``(n, dimension)``, or ``(dimension,)``."""


@runtime_checkable
class Embedder(Protocol):
    """A model that gives texts of like meaning vectors of like direction.

    Documents and queries have a method each, since some models want a prefix before the one
    or the other; the embedder adds it. One embedder is used by several threads at once. One
    that holds connections may have a method ``close()``; after it, nothing is embedded.

    Loom calls an embedder through ``CheckedEmbedder``, outside every transaction, and never
    with a text that has no term. It brings vectors to length one and refuses wrong ones, so
    an embedder of your own needs no checks.
    """

    @property
    def fingerprint(self) -> Fingerprint:
        """The embedding space. Vectors of another one are not comparable."""
        ...

    @property
    def model(self) -> str:
        """What the user calls the model, such as ``openai:text-embedding-3-small``."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has; the fingerprint's."""
        ...

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        """One vector for each text that is stored.

        Args:
            texts: Any number, of any length. What is beyond the model's own limit has no
                effect on the vector.

        Returns:
            Shape ``(len(texts), dimension)``, in the order of the texts. Equal texts have
            equal vectors, whatever else is in the call.

        Raises:
            BackendUnavailableError: The service behind the model did not answer.
            EmbeddingError: It answered, and not with one good vector for each text.
        """
        ...

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of a question, of shape ``(dimension,)``; it raises the same errors."""
        ...
