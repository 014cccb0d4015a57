"""A seeded corpus whose words follow Zipf's law, and three classes of queries over it.

The words are invented and no English stems or stop words, so a store's list of stop words
plays no part: what is common here is common by count alone.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, count
from typing import Final, NamedTuple
from uuid import UUID

from loom_memory_core import MemoryEntry

from loom_memory_bench.errors import BenchmarkError

SEED: Final = 20_261_130

VOCABULARY: Final = 30_000

_SYLLABLES: Final = [first + second for first in "bdfgjklmnprtvxz" for second in "aeiou"]

_START: Final = datetime(2026, 1, 1, tzinfo=UTC)


def word(rank: int) -> str:
    """The word of a rank, counted from 1: short for common words, and its own stem.

    Example:
        >>> word(1), word(76), word(30_000)
        ('bak', 'babak', 'bujuzuk')
    """
    syllables = ""
    while rank:
        rank, at = divmod(rank, len(_SYLLABLES))
        syllables = _SYLLABLES[at - 1] + syllables
    return syllables + "k"


def _weights(ranks: Sequence[int]) -> list[float]:
    """Zipf's law with Mandelbrot's offset, at values that fit English prose."""
    return [(rank + 2.7) ** -1.07 for rank in ranks]


class Item(NamedTuple):
    """One entry, with what a raw engine is given in its stead."""

    entry: MemoryEntry
    body: str
    text: str

    @property
    def words(self) -> list[str]:
        """The words of the text, repeats kept."""
        return self.text.split()


def items(*, seed: int = SEED) -> Iterator[Item]:
    """Entries of 15 to 75 words, without end, always the same ones."""
    rng = random.Random(seed)
    ranks = range(1, VOCABULARY + 1)
    words = [word(rank) for rank in ranks]
    cumulated = list(accumulate(_weights(ranks)))
    for number in count():
        text = " ".join(rng.choices(words, cum_weights=cumulated, k=rng.randint(15, 75)))
        entry = MemoryEntry(
            content=text,
            role=rng.choice(("user", "agent")),
            timestamp=_START + timedelta(seconds=number),
            id=str(UUID(int=rng.getrandbits(128), version=4)),
        )
        yield Item(entry, entry.to_json(), text)


class Kind(NamedTuple):
    """A class of queries: where its words lie, and how many of the rows such a query matches."""

    name: str
    ranks: tuple[int, int]
    """Its words are drawn evenly by the logarithm of the rank, between these two."""

    common: tuple[int, ...]
    """How often, of ten, a query has one, two or three of the ten most common words."""

    share: tuple[float, float]
    """The mean part of the rows that a query may match: the bounds that are checked."""


RARE: Final = Kind("rare", (600, 3000), (), (0.01, 0.03))
MIXED: Final = Kind("mixed", (600, 3000), (7, 2, 1), (0.62, 0.72))
COMMON: Final = Kind("common", (40, 200), (), (0.25, 0.35))

KINDS: Final = (RARE, MIXED, COMMON)


def queries(kind: Kind, number: int, *, seed: int = SEED) -> list[str]:
    """``number`` queries of three to eight words; more of them begin with the same ones."""
    rng = random.Random(f"{seed} {kind.name}")
    return [" ".join(word(rank) for rank in _query(kind, rng)) for _ in range(number)]


def _query(kind: Kind, rng: random.Random) -> list[int]:
    ranks = dict.fromkeys(_most_common(kind, rng))
    length = max(rng.randint(3, 8), len(ranks) + 2)
    low, high = kind.ranks
    while len(ranks) < length:
        ranks[int(low * (high / low) ** rng.random())] = None
    return list(ranks)


def _most_common(kind: Kind, rng: random.Random) -> list[int]:
    """One to three of the ten most common words, drawn as often as they occur."""
    if not kind.common:
        return []
    (wanted,) = rng.choices((1, 2, 3), weights=kind.common)
    return rng.choices(range(1, 11), weights=_weights(range(1, 11)), k=wanted)


def match_share(asked: Sequence[str], rows: Sequence[Item]) -> float:
    """The mean part of ``rows`` that shares a word with a query."""
    words = [set(row.words) for row in rows]
    terms = [set(query.split()) for query in asked]
    matches = sum(not query.isdisjoint(row) for query in terms for row in words)
    return matches / (len(terms) * len(words))


def checked_shares(rows: Sequence[Item], *, number: int = 100) -> dict[str, float]:
    """What each class matches of ``rows``, once it is sure that all are as they should be.

    Raises:
        BenchmarkError: A class matches more or less than its bounds.
    """
    shares = {kind.name: match_share(queries(kind, number), rows) for kind in KINDS}
    for kind in KINDS:
        low, high = kind.share
        if not low <= shares[kind.name] <= high:
            raise BenchmarkError(
                f"{kind.name} queries match {shares[kind.name]:.1%} of {len(rows)} rows, "
                f"outside {low:.0%} to {high:.0%}",
                hint="check on 2,000 rows or more",
            )
    return shares
