"""The cascade: clear above a threshold, and below it as the verifier says."""

from collections.abc import Callable, Sequence
from typing import Literal

from loom_memory_core import InvalidOptionsError

from loom_memory_knowledge.answering.passage import Passage
from loom_memory_knowledge.answering.verifier import Verdict, Verifier
from loom_memory_knowledge.grants.response import AgentRecall
from loom_memory_knowledge.part import Part

Measure = Literal["gate", "similarity"]
"""Twice the best cosine and the best score together, or the cosine of the first hit alone."""


class Threshold(Part):
    """From where on an answer is clear; it belongs to a corpus and an embedding space.

    None is shipped: ``loom bench calibrate`` prints the table to choose from.

    Examples:
        >>> Threshold(value=1.8, space="all-MiniLM-L6-v2, 384 dimensions").measure
        'gate'
    """

    value: float
    measure: Measure = "gate"
    space: str | None
    """The embedding space that it was calibrated in, as the store's ``inspect().embedding`` names
    it; ``None`` for a store that ranks by words."""

    def check(self, space: str | None) -> None:
        """Refuse a store that it was not calibrated on.

        Raises:
            InvalidOptionsError: The store compares texts in another space, or in none.
        """
        if self.space == space and (space is not None or self.measure == "gate"):
            return
        on = "words alone" if self.space is None else repr(self.space)
        has = "no similarity" if space is None else repr(space)
        raise InvalidOptionsError(
            f"the threshold {self.value:g} on {self.measure} was calibrated on {on}, and the "
            f"store has {has}",
            hint="calibrate one on this store: loom bench calibrate",
        )

    def looked_at(self, recall: AgentRecall) -> float:
        """The value that is compared."""
        if self.measure == "gate":
            return recall.gate or 0.0
        return (recall.hits[0].similarity or 0.0) if recall.hits else 0.0


class Judgement(Part):
    """Whether to answer, and why."""

    answer: bool
    reason: str
    """For people to read."""

    value: float
    """What the threshold looked at."""

    verifier_calls: int = 0
    verdict: Verdict | None = None


class Cascade:
    """Decides whether what was recalled is to be answered from.

    Args:
        threshold: At or above it, the answer is clear and nobody is asked.
        verifier: Asked below it.
    """

    def __init__(self, threshold: Threshold, verifier: Verifier) -> None:
        self.threshold = threshold
        self.verifier = verifier

    def judge(
        self,
        question: str,
        recall: AgentRecall,
        passages: Sequence[Passage],
        *,
        ask: Callable[[Callable[[], Verdict]], Verdict],
    ) -> Judgement:
        """Whether to answer.

        Args:
            question: As it was asked.
            recall: What was recalled.
            passages: The same, as the verifier reads it.
            ask: Carries out the verifier's call, for example recorded.
        """
        value, at = self.threshold.looked_at(recall), self.threshold.value
        if not passages:
            return Judgement(answer=False, reason="nothing matched", value=value)
        if value >= at:
            reason = f"clear: {self.threshold.measure} {value:.3f} is at least {at:g}"
            return Judgement(answer=True, reason=reason, value=value)
        verdict = ask(lambda: self.verifier.verify(question, passages))
        unclear = f"unclear: {self.threshold.measure} {value:.3f} is below {at:g}"
        reason = f"{unclear}; {self.verifier.name} says {verdict.state}: {verdict.reason}"
        return Judgement(
            answer=verdict.state == "yes",
            reason=reason,
            value=value,
            verifier_calls=1,
            verdict=verdict,
        )
