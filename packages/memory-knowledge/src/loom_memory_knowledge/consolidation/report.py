"""What a pass of consolidation says of each item, in the form that is printed as JSON."""

from typing import Literal

from loom_memory_knowledge.part import Part

ItemStatus = Literal["done", "skipped", "failed", "waiting", "dropped"]
"""``done``: its facts have landed. ``skipped``: nobody could read what was extracted, three times.
``failed``: the extractor could not be asked; it waits. ``waiting``: it is tried again later.
``dropped``: its turns never came.
"""


class ItemReport(Part):
    """One queue item."""

    item: str
    status: ItemStatus
    turns: int
    written: int = 0
    """Facts that are new."""

    standing: int = 0
    """Facts that were there: extracted twice, or written by somebody who died afterwards."""

    unsourced: int = 0
    """Facts of those for which no turn was found that says the same."""

    refused: tuple[str, ...] = ()
    """Why parts of the reply are no facts."""

    reason: str | None = None
    """Why it is not done."""

    reply: str | None = None
    """How a reply that nobody could read begins."""


class Consolidated(Part):
    """One pass over the queue."""

    items: tuple[ItemReport, ...]
    left: int
    """How many items wait now."""

    stopped: str | None = None
    """Why it ended before the end of the queue."""

    @property
    def written(self) -> int:
        """The facts that are new."""
        return sum(each.written for each in self.items)

    def count(self, status: ItemStatus) -> int:
        """The items of a status."""
        return sum(each.status == status for each in self.items)
