"""Comparing two rankings question by question."""

import pytest
from bootstrap import intervals
from loom_memory_bench import sign_test
from paired import mean_of, paired


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (1, 0, 1.0), (6, 0, 0.03125), (0, 6, 0.03125), (9, 1, 0.021484375)],
)
def test_the_sign_test_is_the_binomial_one(wins: int, losses: int, p: float) -> None:
    assert sign_test(wins, losses) == p


def test_ties_count_for_neither_side() -> None:
    found = paired([1.0, 0.5, 0.2, 0.0], [0.0, 0.5, 0.4, 0.0], resamples=50)
    assert (found.wins, found.losses, found.p) == (1, 1, 1.0)
    assert found.difference.mean == pytest.approx(0.2)
    assert found.difference.low <= 0.2 <= found.difference.high


def test_the_interval_is_near_that_of_the_other_bootstrap() -> None:
    figures = [float(at % 4 == 0) for at in range(400)]
    one = mean_of(figures, 2_000)
    (other,) = intervals([[each] for each in figures], resamples=2_000)
    assert one.mean == other.mean == 0.25
    assert one.low == pytest.approx(other.low, abs=0.01)
    assert one.high == pytest.approx(other.high, abs=0.01)
