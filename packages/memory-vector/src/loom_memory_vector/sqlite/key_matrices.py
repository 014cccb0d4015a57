"""The matrix of a key as a transaction sees it: from the cache, brought up to date by few rows."""

import sqlite3
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from loom_memory_core import BackendUnavailableError

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.matrix import Matrix, Rows
from loom_memory_vector.matrix_cache import Cached, MatrixCache
from loom_memory_vector.sqlite import vector_sql
from loom_memory_vector.vector_row import stacked

_CHUNK: Final = 4_096
"""Rows that are read at a time, so that a large key is in memory once and not twice."""


class State(NamedTuple):
    """What the file says of a key's vectors."""

    schema_version: int
    """Another number where a backup was restored into the file."""

    epoch: str
    """Another text where the index was made anew. With either, the versions begin anew."""

    vectors: int
    """How many there are."""

    version: int
    """Higher after each write to the key."""

    @property
    def history(self) -> tuple[int, str]:
        """What two states share whose versions may be compared."""
        return self.schema_version, self.epoch


class KeyMatrices:
    """Gives each search the vectors of its own transaction, and reads only what is new.

    Args:
        dimension: Of the embedding space.
        max_bytes: How much to keep between searches.
    """

    def __init__(self, dimension: int, *, max_bytes: int) -> None:
        self._dimension = dimension
        self._cache: MatrixCache[State] = MatrixCache(max_bytes)

    def current(self, db: sqlite3.Connection, key_id: int) -> Matrix:
        """The vectors of the key in the transaction of ``db``.

        Raises:
            BackendUnavailableError: A stored vector is damaged.
        """
        state = _state(db, key_id)
        if state is None:
            return Matrix.with_room(0, self._dimension)
        cached = self._cache.get(key_id)
        if cached is not None and cached.stamp == state:
            return cached.matrix
        if cached is None or cached.stamp.history != state.history:
            matrix = self._all(db, key_id, state)
        elif cached.stamp.version > state.version:
            return self._all(db, key_id, state)  # another thread has read a later state
        else:
            matrix = self._refreshed(db, key_id, cached=cached, state=state)
        self._cache.put(key_id, Cached(state, matrix))
        return matrix

    def _all(self, db: sqlite3.Connection, key_id: int, state: State) -> Matrix:
        matrix = Matrix.with_room(max(state.vectors, 0), self._dimension)
        return self._extended(db, key_id, matrix=matrix, version=-1)

    def _refreshed(
        self, db: sqlite3.Connection, key_id: int, *, cached: Cached[State], state: State
    ) -> Matrix:
        """The cached matrix with the rows that came, and without those that went."""
        place = {"key_id": key_id, "version": cached.stamp.version}
        came = _rows(db.execute(vector_sql.SEQS_BEHIND, place))
        old = cached.matrix
        if len(old) + len(came) != state.vectors:
            stay = np.setdiff1d(_rows(db.execute(vector_sql.SEQS, place)), came)
            old = old.without(np.setdiff1d(old.rows, stay))
        return self._extended(db, key_id, matrix=old, version=cached.stamp.version)

    def _extended(
        self, db: sqlite3.Connection, key_id: int, *, matrix: Matrix, version: int
    ) -> Matrix:
        found = db.execute(vector_sql.BEHIND, {"key_id": key_id, "version": version})
        while chunk := found.fetchmany(_CHUNK):
            rows = np.array([row[0] for row in chunk], np.int64)
            matrix = matrix.extended(self._stacked(chunk), rows)
        return matrix

    def _stacked(self, chunk: list[tuple[int, bytes]]) -> Vectors:
        try:
            vectors = stacked([blob for _, blob in chunk], self._dimension)
        except (ValueError, TypeError) as error:
            raise damaged(str(error)) from error
        if not np.isfinite(vectors).all():
            raise damaged("a vector with a number that is not finite")
        return vectors


def _state(db: sqlite3.Connection, key_id: int) -> State | None:
    """The state of a key; none if it has no vector."""
    row = db.execute(vector_sql.STATE, {"key_id": key_id}).fetchone()
    if row is None:
        return None
    if row[0] is None:
        raise damaged("it does not say in which space its vectors lie")
    return State(db.execute(vector_sql.SCHEMA_VERSION).fetchone()[0], *row)


def _rows(found: Iterable[tuple[int]]) -> Rows:
    return np.fromiter((row[0] for row in found), np.int64)


def damaged(what: str) -> BackendUnavailableError:
    """The error for a file whose index has been changed by hand, or by a broken disk."""
    return BackendUnavailableError(
        f"the index of vectors is damaged: {what}",
        hint="`loom memory info --check` tells where, and `loom memory repair` mends it",
    )
