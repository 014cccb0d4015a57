"""A summary: one entry in the place of many, which is no more trusted than they were."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime

from loom_memory_core import MemoryEntry, origins, taint
from pydantic import JsonValue

Summarizer = Callable[[Sequence[MemoryEntry]], JsonValue]
"""Says in one value what many entries say; the oldest comes first."""


def summary_entry(
    entries: Sequence[MemoryEntry], *, summarizer: Summarizer, now: datetime
) -> MemoryEntry:
    """The entry that stands for ``entries``.

    It carries every origin that they carry, has the time of the newest of them, so that it
    expires when that would have, and counts in ``meta`` how many it stands for.

    Args:
        entries: What is summarised, at least one.
        summarizer: Makes the content.
        now: The time of the summary where no entry has one.

    Raises:
        InvalidEntryError: What the summarizer gave is not JSON.
    """
    content = summarizer(entries)
    carried = origins(content)
    for origin in reversed([each for entry in entries for each in origins(entry)]):
        if origin not in carried:
            content = taint(content, origin=origin)
            carried = (*carried, origin)
    times = [entry.timestamp for entry in entries if entry.timestamp is not None]
    return MemoryEntry(
        content=content,
        role="summary",
        timestamp=max(times, default=now),
        meta={"summarizes": sum(map(_stands_for, entries))},
        id=_id(entries),
    )


def _stands_for(entry: MemoryEntry) -> int:
    match entry.role, entry.meta:
        case "summary", {"summarizes": int(count)}:
            return count
    return 1


def _id(entries: Sequence[MemoryEntry]) -> str:
    """Made of the ids of what it stands for, so that the same summary has the same id."""
    text = "\n".join(entry.id for entry in entries)
    return f"summary/{hashlib.sha256(text.encode()).hexdigest()}"
