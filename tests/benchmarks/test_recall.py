"""Recall of turns and of sessions."""

from locomo import Place
from recall import distinct, recall


def test_each_cut_counts_what_lies_before_it() -> None:
    gold = [Place("t2", "s1"), Place("t7", "s1"), Place("t15", "s2"), Place("t99", "s3")]
    ranking = [f"t{number}" for number in range(1, 21)]
    found = recall(gold, ranking, ["s2", "s9"])
    assert found == (0.0, 0.25, 0.5, 0.75, 1 / 3)


def test_sessions_are_counted_once_in_the_order_of_their_best_turns() -> None:
    assert distinct(iter(["b", "a", "b", "c", "a", "d"]), 3) == ["b", "a", "c"]
