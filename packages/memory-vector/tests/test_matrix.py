"""Matrices that share memory, and the cache that holds them."""

from threading import Thread

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_vector.matrix import Matrix
from loom_memory_vector.matrix_cache import Cached, MatrixCache

DIMENSION = 4


def vectors(rows: list[int]) -> np.ndarray:
    return np.array([[row, -row, 1, 0] for row in rows], np.float32).reshape(-1, DIMENSION)


def made(rows: list[int]) -> Matrix:
    return Matrix.of(vectors(rows), np.array(rows, np.int64))


def held(matrix: Matrix) -> list[int]:
    """The rows, each with its own vector."""
    rows: list[int] = matrix.rows.tolist()
    assert matrix.vectors.tolist() == vectors(rows).tolist()
    return rows


@given(st.lists(st.lists(st.integers(1, 5), max_size=9), max_size=30), st.data())
def test_no_matrix_changes_when_others_grow_out_of_it(
    batches: list[list[int]], data: st.DataObject
) -> None:
    known = [(made([]), list[int]())]
    fresh = 0
    for batch in batches:
        matrix, rows = data.draw(st.sampled_from(known))
        new = list(range(fresh, fresh + len(batch)))
        fresh += len(batch)
        longer = matrix.extended(vectors(new), np.array(new, np.int64))
        known.append((longer, rows + new))
        gone = new[::2]
        known.append((longer.without(np.array(gone, np.int64)), [*rows, *new[1::2]]))
    for matrix, rows in known:
        assert held(matrix) == rows
        assert matrix.vectors.flags.c_contiguous


def test_threads_that_extend_one_matrix_get_one_each() -> None:
    start = Matrix.with_room(100, DIMENSION)
    found: dict[int, Matrix] = {}

    def extend(number: int) -> None:
        matrix = start
        for row in range(number * 100, number * 100 + 50):
            matrix = matrix.extended(vectors([row]), np.array([row]))
        found[number] = matrix

    threads = [Thread(target=extend, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, matrix in found.items():
        assert held(matrix) == list(range(number * 100, number * 100 + 50))


def test_room_that_was_asked_for_is_filled_without_a_copy() -> None:
    matrix = Matrix.with_room(3, DIMENSION)
    size = matrix.nbytes
    for row in range(3):
        matrix = matrix.extended(vectors([row]), np.array([row]))
    assert matrix.nbytes == size
    assert held(matrix) == [0, 1, 2]


def test_places_of_rows() -> None:
    matrix = made([7, 3, 9])
    assert matrix.places(np.array([9, 1, 3, 100, 7])).tolist() == [2, -1, 1, -1, 0]
    assert made([]).places(np.array([1, 2])).tolist() == [-1, -1]


def test_what_was_asked_for_longest_ago_leaves_the_cache_first() -> None:
    each = made([1, 2]).nbytes
    cache: MatrixCache[int] = MatrixCache(2 * each)
    for key in ("a", "b"):
        cache.put(key, Cached(1, made([1, 2])))
    assert cache.get("a") is not None
    cache.put("c", Cached(1, made([1, 2])))
    assert [cache.get(key) is None for key in "abc"] == [False, True, False]
    assert cache.nbytes == 2 * each
    cache.put("a", Cached(2, made([1])))
    assert cache.nbytes == each + made([1]).nbytes


def test_what_is_larger_than_the_bound_is_not_kept() -> None:
    cache: MatrixCache[int] = MatrixCache(made([1]).nbytes)
    cache.put("a", Cached(1, made([1])))
    cache.put("a", Cached(2, made([1, 2])))
    assert cache.get("a") is None
    assert cache.nbytes == 0
