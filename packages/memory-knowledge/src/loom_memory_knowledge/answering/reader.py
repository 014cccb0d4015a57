"""The reader: an answer from passages, and which of them it stands on."""

from collections.abc import Sequence
from typing import Protocol

from loom_memory_knowledge.answering.passage import Passage
from loom_memory_knowledge.part import Part


class Reading(Part):
    """What a reader says."""

    text: str | None = None
    """The answer; ``None`` if the passages hold none."""

    cited: tuple[int, ...] = ()
    """Numbers of the passages that it stands on."""

    reason: str | None = None
    """Why there is no answer."""


class Reader(Protocol):
    """Answers a question from passages."""

    @property
    def name(self) -> str:
        """What it is, shown beside its answers."""
        ...

    def read(self, question: str, passages: Sequence[Passage]) -> Reading:
        """The answer.

        Args:
            question: As it was asked.
            passages: Exactly what was recalled.
        """
        ...
