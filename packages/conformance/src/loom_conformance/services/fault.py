"""The ways in which an embedding or chat service fails its callers."""

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    """What is wrong with an answer."""

    UNAUTHORIZED = "unauthorized"
    """Status 401: the key is refused."""

    RATE_LIMIT = "rate limit"
    """Status 429, with ``Retry-After``."""

    SERVER_ERROR = "server error"
    """Status 500."""

    SLOW = "slow"
    """The answer comes after ``seconds``, or when the server is closed."""

    TRUNCATED = "truncated"
    """The connection ends in the middle of the body."""

    NOT_JSON = "not JSON"
    """Status 200 with a page of HTML, as a proxy answers."""

    WRONG_COUNT = "wrong count"
    """One embedding too few."""

    WRONG_DIMENSION = "wrong dimension"
    """Embeddings of one number too few."""

    WRONG_ORDER = "wrong order"
    """Embeddings last first, each with its right index."""

    NAN = "nan"
    """Embeddings of numbers that are none."""

    ZEROS = "zeros"
    """Embeddings of nothing but zeros."""

    NO_CHOICES = "no choices"
    """A chat answer without a reply."""

    CUT_SHORT = "cut short"
    """A chat answer that breaks off: its ``finish_reason`` is ``length``."""


@dataclass
class Spell:
    """A fault, and for how long it lasts."""

    fault: Fault
    left: int | None
    """Answers that it will still spoil; ``None`` is all of them."""

    seconds: float
    """What it has to do with time: until a retry, or until the answer."""
