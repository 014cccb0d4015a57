"""Which of pgvector's types holds the vectors of a space, and how they come and go."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from loom_memory_core import InvalidOptionsError
from pgvector import HalfVector, Vector

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.scoring import MARGIN

MOST_WHOLE: Final = 2_000
"""Dimensions up to which pgvector can index single precision."""

MOST_INDEXED: Final = 4_000
"""Dimensions up to which it can index half precision."""

MOST: Final = 16_000
"""Dimensions that a column may have."""

MOST_INLINE: Final = 1_536
"""Dimensions up to which a vector fits on a page with the longest key, and need not lie apart."""


class VectorKind(NamedTuple):
    """A type of pgvector."""

    name: str
    margin: float
    """More than a product that the server computes may differ from the cosine."""

    reader: type[Vector] | type[HalfVector]

    def decoded(self, blobs: Sequence[bytes]) -> Vectors:
        """Vectors as the server sends them: unit vectors of shape ``(n, dimension)``."""
        stored = np.stack([self.reader.from_binary(blob).to_numpy() for blob in blobs])
        if self is WHOLE:
            whole: Vectors = stored.astype(np.float32, copy=False)
            return whole
        wide = stored.astype(np.float64)  # rounding to half precision has changed their lengths
        unit: Vectors = (wide / np.linalg.norm(wide, axis=1, keepdims=True)).astype(np.float32)
        return unit


WHOLE: Final = VectorKind("vector", MARGIN, Vector)

HALF: Final = VectorKind("halfvec", 2e-3, HalfVector)
"""Eleven bits of each number: half a part in a thousand for the vector, and for the question."""


def kind_for(dimension: int, *, approximate: bool = False) -> VectorKind:
    """The type for vectors of ``dimension``.

    Args:
        dimension: Of the embedding space.
        approximate: Whether pgvector must be able to index it.

    Raises:
        InvalidOptionsError: It has none.

    Example:
        >>> kind_for(384).name, kind_for(3_072).name
        ('vector', 'halfvec')
    """
    if dimension > MOST:
        raise InvalidOptionsError(
            f"vectors of {dimension:,} dimensions do not fit: pgvector holds up to {MOST:,}",
            hint="choose a model with shorter vectors",
        )
    if approximate and dimension > MOST_INDEXED:
        raise InvalidOptionsError(
            f"approximate=true is not for vectors of {dimension:,} dimensions: "
            f"pgvector indexes up to {MOST_INDEXED:,}",
            hint="leave approximate out, or choose a model with shorter vectors",
        )
    return WHOLE if dimension <= MOST_WHOLE else HALF


def as_text(vector: Vectors) -> str:
    """A vector as pgvector reads it; it reads the same float32 numbers."""
    return str(Vector(vector).to_text())
