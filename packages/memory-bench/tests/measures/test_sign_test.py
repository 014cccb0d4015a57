"""The exact test on discordant pairs."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_bench.measures.sign_test import sign_test

KNOWN = [
    (111, 3, "2.38e-29"),
    (28, 3, "4.65e-06"),
    (0, 8, "0.00781"),
    (37, 17, "0.00907"),
    (138, 123, "0.386"),
    (10, 9, "1"),
    (3, 0, "0.25"),
    (0, 0, "1"),
    (9, 1, "0.0215"),
]


@pytest.mark.parametrize(("wins", "losses", "p"), KNOWN)
def test_known_values(wins: int, losses: int, p: str) -> None:
    assert f"{sign_test(wins, losses):.3g}" == p


@given(st.integers(0, 200), st.integers(0, 200))
def test_it_is_a_probability_and_takes_no_side(wins: int, losses: int) -> None:
    assert 0 < sign_test(wins, losses) == sign_test(losses, wins) <= 1


@given(st.integers(1, 60))
def test_the_whole_of_a_side_is_the_smallest_there_is(total: int) -> None:
    assert sign_test(total, 0) == pytest.approx(min(1, 2 / 2**total))
    all_splits = sum(math.comb(total, each) / 2**total for each in range(total + 1))
    assert all_splits == pytest.approx(1)


def test_thousands_of_pairs_do_not_overflow() -> None:
    assert sign_test(4_000, 1_000) < 1e-300
    assert sign_test(3_000, 3_000) == 1
