"""Taking turns, and what comes of the times."""

from itertools import count

import pytest
from loom_memory_bench.speed.row import Goal, Row, at_most, ratio, shown
from loom_memory_bench.speed.stopwatch import exponent, race


def test_contenders_take_turns_in_a_turning_order() -> None:
    calls: list[str] = []
    jobs = {name: lambda name=name: calls.append(name) for name in "abc"}
    race(jobs, rounds=3, clock=lambda: 0.0)
    assert calls == [*"abc", *"bca", *"cab"]


def test_what_comes_after_is_not_timed() -> None:
    ticks = count()
    times = race(
        {"a": lambda: None}, rounds=2, clock=lambda: next(ticks), after=lambda: next(ticks)
    )
    assert times == {"a": [1, 1]}


def test_an_exponent_tells_how_a_cost_grows() -> None:
    assert exponent(2.0, 2.0, growth=10) == 0
    assert exponent(1.0, 10.0, growth=10) == pytest.approx(1)
    assert exponent(1.0, 4.0, growth=16) == pytest.approx(0.5)


def test_a_ratio_is_ours_over_raw_in_its_unit() -> None:
    row = ratio("A1", "append", (0.003, 0.002), unit="ms", goal=1.15)
    assert (row.ours, row.other, row.value, row.met) == (3.0, 2.0, 1.5, False)


def test_goals_bound_from_above_or_below() -> None:
    assert [Row("X", "", value, Goal("<=", 2)).met for value in (1.9, 2.0, 2.1)] == [
        True,
        True,
        False,
    ]
    assert Row("X", "", 5.9, Goal(">=", 6)).met is False
    assert Row("X", "", 5.9, None).met is None


def test_the_table_names_what_was_missed() -> None:
    rows = [Row("X", "slow", 3.0, at_most(2), 6.0, 2.0, "ms"), Row("Y", "seen", 1.0, None)]
    assert [line.split()[-1] for line in shown(rows).splitlines()] == ["met", "NO", "-"]
