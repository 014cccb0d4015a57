"""What time it is: a function that a test or an application may bring itself."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the present moment, with its time zone."""


def utc_now() -> datetime:
    """The clock of the machine, in UTC."""
    return datetime.now(UTC)


def moment(clock: Clock) -> datetime:
    """What ``clock`` says, in UTC.

    Raises:
        TypeError: It is no aware datetime.
    """
    now: object = clock()
    if not isinstance(now, datetime) or now.utcoffset() is None:
        raise TypeError(f"the clock gave {now!r}; give a datetime with a time zone, in UTC best")
    return now.astimezone(UTC)
