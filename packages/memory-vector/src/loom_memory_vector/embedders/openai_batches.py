"""How many texts go into one request: as many as every service takes."""

from collections.abc import Iterator, Sequence
from typing import Final

MOST_TEXTS: Final = 256
"""In one request. OpenAI takes 2,048; a request that fails is then a smaller loss."""

MOST_BYTES: Final = 250_000
"""In one request. OpenAI takes 300,000 tokens, and a token is at least one byte."""


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """``texts`` in order, in lists that one request may hold; a long text is alone.

    Example:
        >>> [len(batch) for batch in batches(["a"] * 300 + ["b" * 200_000, "c" * 200_000])]
        [256, 45, 1]
    """
    batch: list[str] = []
    room = MOST_BYTES
    for text in texts:
        size = len(text.encode())
        if batch and (len(batch) == MOST_TEXTS or size > room):
            yield batch
            batch, room = [], MOST_BYTES
        batch.append(text)
        room -= size
    if batch:
        yield batch
