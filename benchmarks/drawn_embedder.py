"""An embedder that costs nothing: the vector of a text is drawn, in clusters, from its hash."""

import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np
from loom_memory_vector import Fingerprint, Vectors

DIMENSION: Final = 384

CLUSTERS: Final = 200


class DrawnEmbedder:
    """Vectors that lie in clusters, as those of real texts do, and mean nothing.

    A text ``n`` lies in the cluster of the number that it begins with, modulo 200.
    """

    model = "drawn_embedder:DrawnEmbedder"
    dimension = DIMENSION
    fingerprint = Fingerprint(family="drawn", dimension=DIMENSION)

    def __init__(self) -> None:
        self._centres = np.random.default_rng(1).standard_normal((CLUSTERS, DIMENSION))

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        """One vector for each text, of any length."""
        vectors = np.empty((len(texts), DIMENSION), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[:] = self.embed_query(text)
        return vectors

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of one text."""
        rng = np.random.default_rng(zlib.crc32(text.encode()))
        cluster = int(text.split(maxsplit=1)[0]) % CLUSTERS
        vector = self._centres[cluster] + rng.standard_normal(DIMENSION)
        unit: Vectors = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit
