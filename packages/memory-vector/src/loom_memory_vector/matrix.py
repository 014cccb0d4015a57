"""The vectors of one key: one contiguous block of memory, and the row that each belongs to."""

from threading import Lock
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from loom_memory_vector.embedder import Vectors

Rows: TypeAlias = NDArray[np.int64]
"""The rows of a list, by what they are numbered with: a later entry has a higher number."""

_SPARE: Final = 8
"""A block that is outgrown leaves room behind it for an eighth of what it holds."""

_LEAST_SPARE: Final = 16


class _Block:
    """Memory that grows at its end and is never written over."""

    def __init__(self, vectors: Vectors, rows: Rows, *, used: int) -> None:
        self.vectors = vectors
        self.rows = rows
        self.used = used
        self.lock = Lock()

    def took(self, length: int, vectors: Vectors, rows: Rows) -> bool:
        """Whether the vectors went behind the first ``length``: there was room, and it was free."""
        end = length + len(rows)
        with self.lock:
            if self.used != length or end > len(self.rows):
                return False
            self.vectors[length:end] = vectors
            self.rows[length:end] = rows
            self.used = end
        return True

    def extended(self, length: int, vectors: Vectors, rows: Rows) -> "_Block":
        """The block that holds the first ``length`` and the new ones: this one, or a larger."""
        if self.took(length, vectors, rows):
            return self
        end = length + len(rows)
        room = end + end // _SPARE + _LEAST_SPARE
        larger = _Block(
            np.empty((room, self.vectors.shape[1]), np.float32), np.empty(room, np.int64), used=0
        )
        larger.took(0, self.vectors[:length], self.rows[:length])
        larger.took(length, vectors, rows)
        return larger


class Matrix:
    """Unit vectors of one embedding space, and their rows. A value: it never changes.

    Example:
        >>> one = Matrix.of(np.eye(2, dtype=np.float32), np.array([3, 5]))
        >>> two = one.extended(np.eye(2, dtype=np.float32)[:1], np.array([9]))
        >>> len(one), two.rows.tolist(), two.without(np.array([5])).rows.tolist()
        (2, [3, 5, 9], [3, 9])
    """

    def __init__(self, block: _Block, length: int) -> None:
        self._block = block
        self._length = length

    @classmethod
    def of(cls, vectors: Vectors, rows: Rows) -> Self:
        """The matrix of some vectors.

        Args:
            vectors: float32 of shape ``(n, dimension)``, contiguous.
            rows: The row of each, all different, in any order.
        """
        return cls(_Block(vectors, rows, used=len(rows)), len(rows))

    @classmethod
    def with_room(cls, count: int, dimension: int) -> Self:
        """An empty matrix that grows to ``count`` vectors without being copied."""
        vectors = np.empty((count, dimension), np.float32)
        return cls(_Block(vectors, np.empty(count, np.int64), used=0), 0)

    def __len__(self) -> int:
        return self._length

    @property
    def vectors(self) -> Vectors:
        """Shape ``(n, dimension)``, contiguous; not to be written to."""
        return self._block.vectors[: self._length]

    @property
    def rows(self) -> Rows:
        """Shape ``(n,)``; not to be written to."""
        return self._block.rows[: self._length]

    @property
    def nbytes(self) -> int:
        """What it takes in memory, with the room that is left for more."""
        return self._block.vectors.nbytes + self._block.rows.nbytes

    def extended(self, vectors: Vectors, rows: Rows) -> "Matrix":
        """This one and more; in the memory of this one, where there is room behind it."""
        block = self._block.extended(self._length, vectors, rows)
        return Matrix(block, self._length + len(rows))

    def without(self, rows: Rows) -> "Matrix":
        """This one, but for the vectors of ``rows``."""
        stay = ~np.isin(self.rows, rows)
        return self if stay.all() else Matrix.of(self.vectors[stay], self.rows[stay])

    def places(self, rows: Rows) -> NDArray[np.int64]:
        """Where each of ``rows`` stands; -1 for one that has no vector."""
        if not self._length:
            return np.full(len(rows), -1, np.int64)
        order = np.argsort(self.rows, kind="stable")
        found = np.searchsorted(self.rows, rows, sorter=order)
        places = order[np.minimum(found, self._length - 1)]
        return np.where(self.rows[places] == rows, places, -1)
