"""Intervals of means over questions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_bench.measures.bootstrap import interval


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_the_mean_lies_in_its_interval(figures: list[float]) -> None:
    found = interval(figures, resamples=200)
    assert min(figures) - 1e-9 <= found.low <= found.high <= max(figures) + 1e-9


def test_the_interval_is_that_of_the_normal_approximation() -> None:
    found = interval([float(at % 4 == 0) for at in range(400)])
    assert found.mean == 0.25
    assert found.low == pytest.approx(0.25 - 1.96 * 0.02165, abs=0.004)
    assert found.high == pytest.approx(0.25 + 1.96 * 0.02165, abs=0.004)


def test_equal_figures_have_equal_intervals() -> None:
    figures = [0.1, 0.5, 0.9, 0.2]
    assert interval(figures, resamples=300) == interval(figures, resamples=300)
