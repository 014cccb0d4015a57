"""Embeddings without a model: equal texts are equal, texts that share words are close."""

import math
from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from operator import add
from struct import unpack

from loom_memory_core import tokenize


def embedded(text: str, dimension: int) -> list[float]:
    """The normalised sum of one pseudo-random vector for each term of ``text``.

    Args:
        text: Anything; a text without a term is embedded as a whole.
        dimension: How many numbers.

    Example:
        >>> kiwi, fruit, rock = (embedded(each, 256) for each in ("kiwi", "a kiwi", "granite"))
        >>> sum(left * right for left, right in zip(kiwi, fruit)) > 0.5
        True
        >>> abs(sum(left * right for left, right in zip(kiwi, rock))) < 0.3
        True
    """
    total = [0.0] * dimension
    for term in tokenize(text) or [text]:
        total = list(map(add, total, _drawn(term, dimension)))
    return unit(total)


def unit(numbers: Sequence[float]) -> list[float]:
    """``numbers`` as a vector of length one."""
    length = math.hypot(*numbers) or 1.0
    return [number / length for number in numbers]


@lru_cache(maxsize=10_000)
def _drawn(term: str, dimension: int) -> list[float]:
    drawn = shake_256(term.encode(errors="surrogatepass")).digest(2 * dimension)
    return unit([number - 32_767.5 for number in unpack(f"<{dimension}H", drawn)])
