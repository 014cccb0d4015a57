"""Waiting for the done mark of what was added."""

import time
from typing import Final, Literal

from loom_memory_knowledge.work import WorkLog
from loom_memory_knowledge.writing.sessions import Ticket

Waited = Literal["done", "skipped", "timeout"]

FIRST_PAUSE_SECONDS: Final = 0.02
LONGEST_PAUSE_SECONDS: Final = 1.0


def wait_for(work: WorkLog, ticket: Ticket, *, timeout: float) -> Waited:
    """Look for a ticket's done mark until it is there or the time is up.

    It looks at least once, then after pauses that grow from 20 ms to a second.

    Args:
        work: Where the mark will stand.
        ticket: What ``add`` gave.
        timeout: Seconds; 0 looks once.
    """
    if ticket.status == "done":
        return "done"
    deadline, pause = time.monotonic() + timeout, FIRST_PAUSE_SECONDS
    while True:
        mark = work.read(ticket.item).end
        if mark is not None:
            return mark.end or "done"
        left = deadline - time.monotonic()
        if left <= 0:
            return "timeout"
        time.sleep(min(pause, left))
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
