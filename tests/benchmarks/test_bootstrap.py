"""Bootstrap intervals."""

import pytest
from bootstrap import Interval, intervals


def test_without_variation_there_is_no_width() -> None:
    assert intervals([(1.0, 0.5)] * 30, resamples=100) == [
        Interval(1, 1, 1),
        Interval(0.5, 0.5, 0.5),
    ]


def test_a_share_of_one_half_has_the_width_of_its_binomial() -> None:
    (interval,) = intervals([(0.0,), (1.0,)] * 200, resamples=4_000)
    assert interval.mean == 0.5
    assert interval.high - 0.5 == pytest.approx(1.96 * 0.5 / 400**0.5, abs=0.005)
    assert 0.5 - interval.low == pytest.approx(1.96 * 0.5 / 400**0.5, abs=0.005)


def test_a_seed_gives_the_same_again() -> None:
    rows = [(number % 7,) for number in range(50)]
    first = intervals(rows, resamples=200, seed=1)
    assert first == intervals(rows, resamples=200, seed=1)
    assert first != intervals(rows, resamples=200, seed=2)


def test_columns_are_drawn_together() -> None:
    first, second = intervals([(number, 2 * number) for number in range(40)], resamples=300)
    assert tuple(second) == pytest.approx([2 * part for part in first])
