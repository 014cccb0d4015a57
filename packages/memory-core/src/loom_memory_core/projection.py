"""The projection: the text of an entry that an index may see, and nothing else of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from loom_memory_core.taint import nodes

if TYPE_CHECKING:
    from pydantic import JsonValue

    from loom_memory_core.entry import MemoryEntry


def searchable_text(entry: "MemoryEntry") -> str:
    r"""The string and number leaves of an entry's content, in document order.

    Not its role, timestamp, id or ``meta``; of the content, not the keys of objects, booleans,
    null, or the origin of a taint.

    Args:
        entry: The entry.

    Returns:
        One leaf after another, joined by newlines; numbers as their JSON text.

    Examples:
        >>> from loom_memory_core.entry import MemoryEntry
        >>> searchable_text(MemoryEntry(content={"title": "db-7", "tries": [3, 2.0], "ok": True}))
        'db-7\n3\n2.0'
    """
    content = entry.content
    return content if isinstance(content, str) else "\n".join(_leaves(content))


def _leaves(content: "JsonValue") -> Iterator[str]:
    for node in nodes(content):
        match node:
            case bool():
                pass
            case str():
                yield node
            case int() | float():
                yield repr(node)
