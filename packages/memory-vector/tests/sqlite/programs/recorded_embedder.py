"""Embedders whose every text is written down, in a file that several processes append to."""

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path

from loom_memory_vector import Fingerprint, HashingEmbedder, Vectors

LOG = "LOOM_TEST_TEXTS"
"""The variable that names the file."""

SECONDS = "LOOM_TEST_SECONDS_A_TEXT"
"""The variable that makes an embedder slow."""

DIMENSION = 64


class Recorded:
    """The hashing embedder under other names."""

    def __init__(
        self, family: str, *, weights: str | None = None, dimension: int = DIMENSION
    ) -> None:
        self._inner = HashingEmbedder(dimension)
        self.model = f"recorded_embedder:{family}"
        self.dimension = dimension
        self.fingerprint = Fingerprint(family=family, dimension=dimension, weights_sha256=weights)

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        log = os.environ.get(LOG)
        if log:
            lines = "".join(json.dumps([self.fingerprint.family, text]) + "\n" for text in texts)
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(lines)
        time.sleep(float(os.environ.get(SECONDS, "0")) * len(texts))
        if any("unembeddable" in text for text in texts):
            raise ConnectionError("the model did not answer")
        return self._inner.embed_documents(texts)

    def embed_query(self, text: str, /) -> Vectors:
        return self._inner.embed_query(text)


def first() -> Recorded:
    return Recorded("first", weights="aa" * 32)


def renamed() -> Recorded:
    """The same space, with other weights."""
    return Recorded("first", weights="bb" * 32)


def second() -> Recorded:
    return Recorded("second")


def shorter() -> Recorded:
    return Recorded("first", dimension=32)


def long() -> Recorded:
    """Longer than single precision can be indexed by pgvector."""
    return Recorded("long", dimension=2_048)


class Closable(Recorded):
    """Holds something that must be let go."""

    closed = False

    def close(self) -> None:
        self.closed = True


closable = Closable("closable")


class Synonyms(Recorded):
    """Knows that an automobile is a car."""

    def embed_documents(self, texts: Sequence[str], /) -> Vectors:
        return super().embed_documents([text.replace("automobile", "car") for text in texts])


def synonyms() -> Synonyms:
    return Synonyms("synonyms")
