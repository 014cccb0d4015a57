"""Which floor and which gate a search uses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InvalidOptionsError
from loom_memory_vector import Fingerprint, floor_for, shipped_floor
from loom_memory_vector.floor import SHIPPED

KNOWN = Fingerprint(family="all-MiniLM-L6-v2", dimension=384)
UNKNOWN = Fingerprint(family="acme-embed", dimension=768)
COSINES = st.floats(-1, 1)


@pytest.mark.parametrize("family", SHIPPED)
def test_a_shipped_floor_says_what_was_measured(family: str) -> None:
    floor = SHIPPED[family]
    assert -1 <= floor.min_score <= floor.min_top_score <= 1
    assert "%" in floor.measurement


def test_a_known_model_brings_its_floor() -> None:
    assert floor_for(KNOWN) == SHIPPED["all-MiniLM-L6-v2"] == shipped_floor(KNOWN)


def test_an_unknown_model_must_be_given_one() -> None:
    assert shipped_floor(UNKNOWN) is None
    for given_options in ({}, {"min_top_score": 0.5}):
        with pytest.raises(InvalidOptionsError, match="acme-embed") as caught:
            floor_for(UNKNOWN, **given_options)
        assert "loom memory calibrate" in caught.value.hint


@given(COSINES)
def test_one_number_is_both_where_nothing_is_shipped(score: float) -> None:
    assert floor_for(UNKNOWN, min_score=score)[:2] == (score, score)


@given(COSINES)
def test_the_gate_of_a_known_model_stays_unless_the_floor_is_above_it(score: float) -> None:
    floor = floor_for(KNOWN, min_score=score)
    assert floor[:2] == (score, max(score, SHIPPED["all-MiniLM-L6-v2"].min_top_score))


@given(COSINES, COSINES)
def test_a_gate_below_the_floor_is_refused(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert floor_for(UNKNOWN, min_score=low, min_top_score=high)[:2] == (low, high)
    if low < high:
        with pytest.raises(InvalidOptionsError, match="would never act"):
            floor_for(UNKNOWN, min_score=high, min_top_score=low)


@pytest.mark.parametrize("name", ["min_score", "min_top_score"])
@pytest.mark.parametrize("value", [1.01, -1.01, float("nan"), float("inf")])
def test_what_is_no_cosine_is_refused(name: str, value: float) -> None:
    with pytest.raises(InvalidOptionsError, match=f"{name}=.* is no cosine"):
        floor_for(KNOWN, **{name: value})


def test_the_floor_of_hashing_falls_with_the_dimension() -> None:
    floors = [shipped_floor(Fingerprint(family="hashing", dimension=d)) for d in (8, 256, 4_096)]
    scores = [floor.min_score for floor in floors if floor]
    assert scores == [0.95, 0.375, 0.09375]
