"""A bound on the time that a stranger's code may take, in this process."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

LISTING_SECONDS: Final = 5.0
"""How long one command may take to be imported while a help that lists it waits."""


class OutOfPatienceError(BaseException):
    """The time is over; no ``Exception``, so that what is interrupted does not swallow it."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Interrupt what runs for longer than ``seconds``.

    Where there is no alarm (Windows, another thread than the main one), nothing is bounded.

    Raises:
        OutOfPatienceError: The time is over.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise OutOfPatienceError(f"gave no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)  # again, where it was swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
