"""The verifier: whether what was recalled states the answer; it reads that and nothing else."""

from collections.abc import Sequence
from typing import Literal, Protocol

from loom_memory_knowledge.answering.passage import Passage
from loom_memory_knowledge.part import Part

State = Literal["yes", "no", "unreadable"]


class Verdict(Part):
    """What a verifier says."""

    state: State
    reason: str
    """Why, for people to read; for ``unreadable``, how the reply begins."""


class Verifier(Protocol):
    """Says whether passages state the answer to a question."""

    @property
    def name(self) -> str:
        """What it is, shown beside its verdicts."""
        ...

    def verify(self, question: str, passages: Sequence[Passage]) -> Verdict:
        """The verdict.

        Args:
            question: As it was asked.
            passages: Exactly what was recalled.
        """
        ...
