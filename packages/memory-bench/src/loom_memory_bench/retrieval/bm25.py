"""BM25 as a yardstick: exact, in memory, over the turns of one conversation alone."""

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from heapq import nsmallest
from pathlib import Path
from typing import Final

from loom_memory_core import searchable_text, tokenize

from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.retrieval.contender import Candidate, Contender, Ranking

K1: Final = 1.2
B: Final = 0.75
"""Robertson and Zaragoza, The Probabilistic Relevance Framework, section 3.4; as in FTS5."""


class Bm25Index:
    """The turns of one conversation under each word.

    Args:
        rows: The words of each turn under its id.
    """

    def __init__(self, rows: dict[str, list[str]]) -> None:
        self._lengths = {row: len(words) for row, words in rows.items()}
        self._mean = sum(self._lengths.values()) / max(len(rows), 1)
        self._held: dict[str, dict[str, int]] = {}
        for row, words in rows.items():
            for word, times in Counter(words).items():
                self._held.setdefault(word, {})[row] = times

    def ranked(self, words: Sequence[str], *, limit: int) -> list[str]:
        """The best rows that hold a word, the first put in first where they are equal.

        Example:
            >>> index = Bm25Index({"a": ["red", "tram"], "b": ["blue", "tram"], "c": ["red"]})
            >>> index.ranked(["red", "tram"], limit=2)
            ['a', 'c']
        """
        scores: dict[str, float] = {}
        for word in dict.fromkeys(words):
            rows = self._held.get(word, {})
            weight = math.log(1 + (len(self._lengths) - len(rows) + 0.5) / (len(rows) + 0.5))
            for row, times in rows.items():
                scores[row] = scores.get(row, 0.0) + weight * self._saturated(times, row)
        places = {row: at for at, row in enumerate(self._lengths)}
        return nsmallest(limit, scores, key=lambda row: (-scores[row], places[row]))

    def _saturated(self, times: int, row: str) -> float:
        return times * (K1 + 1) / (times + K1 * (1 - B + B * self._lengths[row] / self._mean))


class Bm25Contender:
    """An index for each conversation, of the words as core's tokenizer cuts them."""

    def __init__(self) -> None:
        self._indexes: dict[str, Bm25Index] = {}

    def fill(self, key: str, turns: Sequence[Turn]) -> None:
        """Index the turns."""
        words = {turn.id: tokenize(searchable_text(turn.entry)) for turn in turns}
        self._indexes[key] = Bm25Index(words)

    def search(self, key: str, query: str, *, limit: int) -> Ranking:
        """The best turns."""
        started = time.perf_counter()
        found = self._indexes[key].ranked(tokenize(query), limit=limit)
        return Ranking(found, time.perf_counter() - started)

    def bytes(self) -> int | None:
        """Nothing is on disk."""
        return None


@contextmanager
def _opened(_folder: Path) -> Iterator[Contender]:
    yield Bm25Contender()


BM25: Final = Candidate(
    "BM25",
    "exact, in memory, an index for each conversation",
    _opened,
    {"k1": K1, "b": B, "stems": "none"},
)
