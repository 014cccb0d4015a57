"""How much is measured: the sizes that the targets name, or small ones to see that all runs."""

from typing import Final, NamedTuple


class Scale(NamedTuple):
    """Sizes and counts of one run."""

    name: str
    lengths: tuple[int, int, int]
    """Entries of one key: short, middle, long."""

    keys: tuple[int, int]
    """Keys of a hundred entries each: few, many."""

    appends: int
    """Entries appended one by one where nothing waits for the disk."""

    rounds: int
    """Repetitions of what is slow."""

    queries: int
    """Queries of each class."""

    seconds: float
    """How long many processes write and search at once."""

    sizes: tuple[int, ...]
    """Entries in all, where things are measured by size."""


FULL: Final = Scale(
    name="full",
    lengths=(1_000, 10_000, 100_000),
    keys=(50, 1_000),
    appends=2_000,
    rounds=15,
    queries=40,
    seconds=5.0,
    sizes=(1_000, 10_000, 100_000),
)

QUICK: Final = Scale(
    name="quick",
    lengths=(100, 1_000, 4_000),
    keys=(5, 40),
    appends=200,
    rounds=5,
    queries=10,
    seconds=1.0,
    sizes=(100, 1_000, 4_000),
)


MILLION: Final = 1_000_000


def with_million(scale: Scale) -> Scale:
    """``scale`` with a million entries among its sizes.

    Example:
        >>> with_million(FULL).sizes
        (1000, 10000, 100000, 1000000)
    """
    return scale._replace(sizes=(*scale.sizes, MILLION))
