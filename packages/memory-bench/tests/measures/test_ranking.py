"""Measures of one ranking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_bench.measures.ranking import (
    distinct,
    ndcg_at,
    ranking_measures,
    recall_all,
    recall_any,
    recall_at,
    reciprocal_rank,
    session_measures,
)

IDS = st.sampled_from("abcdefgh")
GOLD = st.sets(IDS, min_size=1)
RANKING = st.lists(IDS, unique=True)


def test_by_hand() -> None:
    measures = ranking_measures({"t1", "t9"}, ["t5", "t1", "t2"])
    measures |= session_measures({"s1"}, ["s2", "s1"])
    assert measures["recall@1"] == 0
    assert measures["recall@5"] == 0.5
    assert measures["any@10"] == 1
    assert measures["all@10"] == 0
    assert measures["mrr"] == 0.5
    # A gain at rank 2, of the ideal gains at ranks 1 and 2.
    assert measures["ndcg@10"] == pytest.approx(0.63093 / 1.63093, abs=1e-5)
    assert measures["session recall@5"] == 1
    assert measures["session ndcg@10"] == pytest.approx(0.63093, abs=1e-5)


def test_nothing_found_is_nothing() -> None:
    assert set(ranking_measures({"t"}, []).values()) == {0.0}
    assert set(session_measures({"t"}, []).values()) == {0.0}


@given(GOLD, RANKING)
def test_the_measures_agree_with_each_other(gold: set[str], ranking: list[str]) -> None:
    part = recall_at(gold, ranking, 5)
    assert recall_any(gold, ranking, 5) == float(part > 0)
    assert recall_all(gold, ranking, 5) == float(part == 1)
    assert (reciprocal_rank(gold, ranking[:5]) > 0) == (part > 0)
    assert (ndcg_at(gold, ranking, 5) > 0) == (part > 0)
    assert 0 <= ndcg_at(gold, ranking, 5) <= 1


@given(GOLD, RANKING)
def test_all_gold_first_is_perfect(gold: set[str], ranking: list[str]) -> None:
    best = [*sorted(gold), *(each for each in ranking if each not in gold)]
    assert ndcg_at(gold, best, 8) == pytest.approx(1)
    assert reciprocal_rank(gold, best) == 1


@given(st.lists(IDS), st.integers(0, 8))
def test_distinct_names_keep_their_order(names: list[str], limit: int) -> None:
    found = distinct(names, limit)
    assert len(found) == min(limit, len(set(names)))
    assert sorted(found, key=names.index) == found
