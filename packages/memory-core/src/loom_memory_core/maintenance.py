"""What a backend can do to a store as a whole: repair it, build its indexes again."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from loom_memory_core.info import Problem

Progress: TypeAlias = Callable[[int, int], None]
"""Told how much is done and how much there is, in entries."""


def no_progress(_done: int, _total: int) -> None:
    """Tell nobody."""


class Repair(Protocol):
    """Sets corrupt rows aside and brings the indexes in step with the rows."""

    def __call__(self, options: Any, /, *, progress: Progress = no_progress) -> list[Problem]:  # noqa: ANN401 - each backend has its own options
        """What was found and dealt with; an empty list when nothing was wrong."""
        ...


class Reindex(Protocol):
    """Builds the indexes that the options name, and drops the others."""

    def __call__(self, options: Any, /, *, progress: Progress = no_progress) -> int:  # noqa: ANN401 - each backend has its own options
        """How many entries were indexed, from the rows as they are stored."""
        ...
