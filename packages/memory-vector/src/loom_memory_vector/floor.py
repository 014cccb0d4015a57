"""The floor and the gate: how alike is alike enough, which only the model's own figures tell."""

import math
from typing import Final, NamedTuple

from loom_memory_core import InvalidOptionsError

from loom_memory_vector.fingerprint import Fingerprint

HASHING: Final = "hashing"
"""The family of ``HashingEmbedder``."""

_DEVIATIONS: Final = 6
"""How many standard deviations the floor of a random space lies above unrelated texts."""


class Floor(NamedTuple):
    """What a match is, in one embedding space.

    Cosine is defined against everything: without these two, a question about nothing that
    was ever said returns the whole list, least unrelated first.
    """

    min_score: float
    """The floor, a cosine in [-1, 1]: an entry below it is no match."""

    min_top_score: float
    """The gate, a cosine in [-1, 1]: when even the best entry is below it, nothing matches."""

    measurement: str
    """What was measured to choose them, in a sentence; who gave them, if it was the user."""


SHIPPED: Final = {
    "all-MiniLM-L6-v2": Floor(
        0.30,
        0.48,
        "LoCoMo, seven conversations: the gate answers 96.8 % of a conversation's own questions, "
        "and leaves empty 88.6 % of those of another one, and 22.2 % of the same with its own "
        "speakers' names put in; 87.0 % of the turns that answer reach the floor, which costs "
        "0.2 points of recall at 10 at most",
    ),
}
"""By family. A family without an entry has no floor until somebody has measured one."""


def shipped_floor(space: Fingerprint) -> Floor | None:
    """The floor that comes with Loom for an embedding space, if it was measured.

    Example:
        >>> shipped_floor(Fingerprint(family="hashing", dimension=256)).min_score
        0.375
        >>> shipped_floor(Fingerprint(family="acme-embed", dimension=768)) is None
        True
    """
    return _hashing(space.dimension) if space.family == HASHING else SHIPPED.get(space.family)


def _hashing(dimension: int) -> Floor:
    """Unrelated texts of a random space have a cosine of deviation ``1 / sqrt(dimension)``."""
    score = min(0.95, round(_DEVIATIONS / math.sqrt(dimension), 6))
    return Floor(score, score, f"{_DEVIATIONS} standard deviations above unrelated texts")


def floor_for(
    space: Fingerprint, *, min_score: float | None = None, min_top_score: float | None = None
) -> Floor:
    """The floor to search by: what the user gave, and what is shipped for the rest.

    Args:
        space: The embedding space; a floor does not carry over to another one.
        min_score: The user's floor. The gate is never below it.
        min_top_score: The user's gate.

    Raises:
        InvalidOptionsError: The model has no shipped floor and none was given, a number is
            no cosine, or the gate lies below the floor, where it would never act.
    """
    for name, value in (("min_score", min_score), ("min_top_score", min_top_score)):
        _check_cosine(name, value)
    shipped = shipped_floor(space)
    if min_score is None and min_top_score is None and shipped is not None:
        return shipped
    floor = min_score if min_score is not None or shipped is None else shipped.min_score
    if floor is None:
        raise _unknown(space)
    gate = min_top_score if min_top_score is not None else _least_gate(shipped, floor)
    if gate < floor:
        raise InvalidOptionsError(
            f"min_top_score={gate} lies below min_score={floor}, so it would never act",
            hint="raise min_top_score, lower min_score, or leave min_top_score out",
        )
    return Floor(floor, gate, "given by the user")


def _check_cosine(name: str, value: float | None) -> None:
    if value is not None and not -1 <= value <= 1:
        raise InvalidOptionsError(
            f"{name}={value} is no cosine", hint=f"give {name} a number from -1 to 1"
        )


def _least_gate(shipped: Floor | None, floor: float) -> float:
    return floor if shipped is None else max(floor, shipped.min_top_score)


def _unknown(space: Fingerprint) -> InvalidOptionsError:
    return InvalidOptionsError(
        f"nobody has measured from which cosine on {space.family!r} means a match, "
        "and min_score was not given",
        hint="derive it from questions and their answers: "
        "`loom memory calibrate PAIRS.jsonl --embedder NAME` prints what each value would do; "
        "then pass min_score=... and min_top_score=...; to read the store until then, "
        "pass any, such as min_score=0.5",
    )
