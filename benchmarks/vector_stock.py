"""Files of vectors and faiss indexes of the same vectors, for the speed of vector search."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import faiss
import numpy as np
from drawn_embedder import DIMENSION, DrawnEmbedder
from loom_memory_bench.speed.stock import key
from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_vector import Vectors
from loom_memory_vector.choosing import make_embedder
from loom_memory_vector.sqlite.carrying import carried_by
from loom_memory_vector.sqlite.index import VectorIndex
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore

BATCH: Final = 1_000

FLOOR: Final = 0.3
"""Of unit vectors in clusters: their own cluster lies above it, and the others below."""


def text(number: int) -> str:
    """The text of entry ``number``."""
    return f"{number} drawn"


def question(number: int) -> str:
    """A text that no entry has, from the cluster of ``number``."""
    return f"{number} asked"


class VectorFile:
    """A file with ``each`` vectors under each of ``keys`` keys.

    Args:
        folder: Where it lies.
        keys: How many keys.
        each: Vectors of one key.
    """

    def __init__(self, folder: Path, *, keys: int, each: int) -> None:
        self.keys = keys
        self.each = each
        self.path = folder / f"vectors-{keys}-{each}.db"
        self.options = VectorSqliteOptions(
            url=StoreUrl("vector+sqlite", path=f"/{self.path}"),
            embedder=DrawnEmbedder.model,
            min_score=FLOOR,
            min_top_score=FLOOR,
            synchronous="normal",
            cache_megabytes=4_096,
        )
        if not self.path.exists():
            self._fill()

    def opened(self) -> VectorSqliteStore:
        """One more handle."""
        return VectorSqliteStore(self.options)

    def index(self) -> VectorIndex:
        """The index alone, with a cache of its own."""
        return carried_by(self.options, make_embedder(self.options.embedder)).vectors

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to search over, as the store lends one to its index."""
        db = sqlite3.connect(self.path, isolation_level=None)
        try:
            yield db
        finally:
            db.close()

    def flat(self, number: int = 0) -> Any:  # noqa: ANN401 - faiss has no types
        """The exact index of faiss index, over the vectors of one key."""
        flat = faiss.IndexFlatIP(DIMENSION)
        for start in range(0, self.each, BATCH):
            flat.add(DrawnEmbedder().embed_documents(self._texts(number, start)))
        return flat

    def _texts(self, number: int, start: int) -> list[str]:
        end = min(start + BATCH, self.each)
        return [text(number * self.each + at) for at in range(start, end)]

    def _fill(self) -> None:
        store = self.opened()
        for number in range(self.keys):
            for start in range(0, self.each, BATCH):
                texts = self._texts(number, start)
                store.append(key(number), [MemoryEntry(content=each) for each in texts])
        store.close()


def questions(number: int) -> Sequence[Vectors]:
    """Vectors to search by."""
    rng = np.random.default_rng(2)
    embedder = DrawnEmbedder()
    return [embedder.embed_query(question(int(at))) for at in rng.integers(0, 200, number)]
