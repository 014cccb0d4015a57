"""The matrices of the keys that were searched last, within a bound of bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from loom_memory_vector.matrix import Matrix

Stamp = TypeVar("Stamp")
"""What tells one state of a key from another, whatever the list numbers its states with."""


class Cached(NamedTuple, Generic[Stamp]):
    """A matrix, and the state of the key that it shows."""

    stamp: Stamp
    matrix: Matrix


class MatrixCache(Generic[Stamp]):
    """Keeps matrices by key; the one that was asked for longest ago goes first.

    A matrix that is larger than the bound is not kept: each search of its key loads it.

    Args:
        max_bytes: The bound.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[Hashable, Cached[Stamp]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @property
    def nbytes(self) -> int:
        """What is kept, in bytes."""
        return self._bytes

    def get(self, key: Hashable) -> Cached[Stamp] | None:
        """What is kept of ``key``, if anything is."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Hashable, cached: Cached[Stamp]) -> None:
        """Keep ``cached`` in place of what was kept of ``key``."""
        with self._lock:
            self._drop(key)
            if cached.matrix.nbytes > self._max_bytes:
                return
            self._kept[key] = cached
            self._bytes += cached.matrix.nbytes
            while self._bytes > self._max_bytes:
                self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        gone = self._kept.pop(key, None)
        if gone is not None:
            self._bytes -= gone.matrix.nbytes
