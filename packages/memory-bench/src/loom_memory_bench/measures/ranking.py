"""How good one ranking is for one question whose answers are known."""

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from typing import Final

TURN_CUTS: Final = (1, 5, 10, 20)
"""Recall of turns is taken at each of these lengths of the ranking."""

SESSION_CUTS: Final = (5, 10)
"""Recall of sessions is taken over so many distinct sessions, in the order of their best turns."""

RANK: Final = 10
"""Where the measures that take one length are cut."""


def recall_at(gold: Collection[str], ranking: Sequence[str], cut: int) -> float:
    """The part of ``gold`` among the first ``cut`` of ``ranking``.

    Example:
        >>> recall_at({"a", "b"}, ["c", "a", "b"], 2)
        0.5
    """
    return len(set(gold).intersection(ranking[:cut])) / len(set(gold))


def recall_any(gold: Collection[str], ranking: Sequence[str], cut: int) -> float:
    """1 if any of ``gold`` is among the first ``cut``, else 0: the hit rate of one question.

    Example:
        >>> recall_any({"a", "b"}, ["c", "a"], 2), recall_any({"a", "b"}, ["c", "a"], 1)
        (1.0, 0.0)
    """
    return float(not set(gold).isdisjoint(ranking[:cut]))


def recall_all(gold: Collection[str], ranking: Sequence[str], cut: int) -> float:
    """1 if all of ``gold`` is among the first ``cut``, else 0.

    Example:
        >>> recall_all({"a", "b"}, ["b", "a"], 2), recall_all({"a", "b"}, ["b", "c", "a"], 2)
        (1.0, 0.0)
    """
    return float(set(gold).issubset(ranking[:cut]))


def reciprocal_rank(gold: Collection[str], ranking: Sequence[str]) -> float:
    """One over the rank of the first of ``gold``; 0 where none is in the ranking.

    Example:
        >>> reciprocal_rank({"b"}, ["a", "b"]), reciprocal_rank({"z"}, ["a", "b"])
        (0.5, 0.0)
    """
    return next((1 / rank for rank, each in enumerate(ranking, start=1) if each in gold), 0.0)


def ndcg_at(gold: Collection[str], ranking: Sequence[str], cut: int) -> float:
    """Normalised discounted cumulative gain, each of ``gold`` being worth the same.

    Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4), 2002.

    Example:
        >>> ndcg_at({"a"}, ["a", "b"], 10), round(ndcg_at({"a"}, ["b", "a"], 10), 4)
        (1.0, 0.6309)
    """
    found = [rank for rank, each in enumerate(ranking[:cut]) if each in set(gold)]
    ideal = range(min(len(set(gold)), cut))
    return sum(map(_discount, found)) / sum(map(_discount, ideal))


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 2)


def distinct(names: Iterable[str], limit: int) -> list[str]:
    """The first ``limit`` distinct names, in order.

    Example:
        >>> distinct(["s2", "s1", "s2", "s3"], 2)
        ['s2', 's1']
    """
    return list(islice(dict.fromkeys(names), limit))


def ranking_measures(gold: Collection[str], ranking: Sequence[str]) -> dict[str, float]:
    """The measures of one question over turns, each in 0..1.

    Args:
        gold: The ids of the gold turns, at least one.
        ranking: The turns found, best first, without repeats.
    """
    found = {f"recall@{cut}": recall_at(gold, ranking, cut) for cut in TURN_CUTS}
    found |= {f"any@{RANK}": recall_any(gold, ranking, RANK)}
    found |= {f"all@{RANK}": recall_all(gold, ranking, RANK)}
    return found | {
        "mrr": reciprocal_rank(gold, ranking),
        f"ndcg@{RANK}": ndcg_at(gold, ranking, RANK),
    }


def session_measures(gold: Collection[str], ranking: Sequence[str]) -> dict[str, float]:
    """The measures of one question over sessions, each in 0..1.

    Args:
        gold: The ids of the gold sessions, at least one.
        ranking: The distinct sessions found, in the order of their best turns.
    """
    found = {f"session recall@{cut}": recall_at(gold, ranking, cut) for cut in SESSION_CUTS}
    found |= {f"session any@{cut}": recall_any(gold, ranking, cut) for cut in SESSION_CUTS}
    found |= {f"session all@{cut}": recall_all(gold, ranking, cut) for cut in SESSION_CUTS}
    return found | {f"session ndcg@{RANK}": ndcg_at(gold, ranking, RANK)}
