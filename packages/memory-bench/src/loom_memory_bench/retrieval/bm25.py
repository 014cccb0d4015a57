"""BM25 as a yardstick: exact, in memory, over the turns of one conversation alone."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from loom_memory_core import searchable_text, tokenize

from loom_memory_bench.bm25 import K1, B, Bm25
from loom_memory_bench.data.conversation import Turn
from loom_memory_bench.retrieval.contender import Candidate, Contender, Ranking


class Bm25Contender:
    """An index for each conversation, of the words as core's tokenizer cuts them."""

    def __init__(self) -> None:
        self._indexes: dict[str, Bm25] = {}

    def fill(self, key: str, turns: Sequence[Turn]) -> None:
        """Index the turns."""
        words = {turn.id: tokenize(searchable_text(turn.entry)) for turn in turns}
        self._indexes[key] = Bm25(words)

    def search(self, key: str, query: str, *, limit: int) -> Ranking:
        """The best turns."""
        started = time.perf_counter()
        found = self._indexes[key].ranked(" ".join(tokenize(query)), limit=limit)
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
