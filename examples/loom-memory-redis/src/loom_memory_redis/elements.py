"""An entry as an element of a list: its id, U+0000, which no id holds, and its JSON."""

from loom_memory_core import MemoryEntry


def element_of(entry: MemoryEntry) -> bytes:
    """What is stored of an entry."""
    return entry.id.encode() + b"\0" + entry.to_json().encode()


def entry_of(element: bytes) -> MemoryEntry:
    """The entry that was stored.

    Raises:
        InvalidEntryError: The element holds none.
    """
    return MemoryEntry.from_json(element.partition(b"\0")[2])
