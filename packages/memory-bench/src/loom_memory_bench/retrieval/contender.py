"""What is asked: anything that can be filled with conversations and searched."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from loom_memory_bench.data.conversation import Turn


class Ranking(NamedTuple):
    """What one search found."""

    turns: list[str]
    """Ids, best first."""

    seconds: float
    """What the search took, by the wall clock, where it ran."""

    score: float | None = None
    """Of the best hit, where scores of different questions compare."""


class Contender(Protocol):
    """One that is open."""

    def fill(self, key: str, turns: Sequence[Turn]) -> None:
        """Take all turns of one conversation."""
        ...

    def search(self, key: str, query: str, *, limit: int) -> Ranking:
        """The best turns of one conversation."""
        ...

    def bytes(self) -> int | None:
        """What it keeps on disk, where it keeps anything there and can tell."""
        ...


class Candidate(NamedTuple):
    """One that can be opened."""

    name: str
    about: str
    opened: Callable[[Path], AbstractContextManager[Contender]]
    """Opens it in a folder that it may write to."""

    settings: dict[str, JsonValue]
    required: bool = True
    """Whether a run fails where it cannot be opened; otherwise that is a line of the report."""
