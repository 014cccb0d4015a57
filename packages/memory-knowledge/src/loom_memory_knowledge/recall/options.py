"""How recall ranks: each step with the weight that was measured, and a way to leave it out."""

from pydantic import BaseModel, ConfigDict, Field


class RecallOptions(BaseModel):
    """The weights of what a score is made of; 0 leaves a step out.

    The scale is that of a cosine with three shares of the best possible words added to it, so
    a score lies between 0 and about 4 before the session's part. The defaults were chosen on
    four LoCoMo conversations; ``docs/explanation/how-recall-ranks.md`` has what each buys.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    around: float = Field(default=1.0, ge=0)
    """Of a turn's surroundings: the turn with the two before it, as a unit of its own."""

    date: float = Field(default=0.3, ge=0)
    """For a turn or a fact that was said at the date that the question names."""

    session: float = Field(default=0.5, ge=0)
    """Of the best score in a turn's session."""

    facts: float | None = Field(default=None, ge=0)
    """Of the best fact that points at a turn; ``None``: 0.35 where scores hold a cosine, else 0.5.

    Facts help to find turns only for a caller that may read both.
    """

    pool: int = Field(default=400, gt=0)
    """How many units of turns are ranked."""

    gate: float | None = Field(default=None)
    """Below it nothing is recalled: twice the best cosine and the best score. ``None``: no gate."""
