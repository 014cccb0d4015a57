"""The lines of a file: one entry each, in the form of Loom's dumps, and where an append ends.

An append is all or nothing, and a crash may cut a file anywhere. So the end of an append can be
seen: every line but its last has a blank before the line feed. JSON gives that blank no
meaning, and ``}`` with a line feed stands at the end of an append and nowhere else, because
JSON text holds no raw line feed. What comes behind the last such end was never appended.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from loom_memory_core import CorruptEntryError, InvalidEntryError, MemoryEntry

END: Final = b"}\n"
"""The end of an append."""

_MORE: Final = b"} \n"
"""The end of a line behind which the same append goes on."""


def lines_of(key: str, entries: Iterable[MemoryEntry]) -> bytes:
    """The lines of one append, as one piece."""
    head = _head(key)
    return _MORE.join(head + entry.to_json().encode() for entry in entries) + END


def whole(data: bytes) -> bytes:
    """``data`` up to the end of its last whole append."""
    return data[: data.rfind(END) + len(END)] if END in data else b""


def key_in(line: bytes) -> str | None:
    """The key that a line names; ``None`` for a line that is none of ours."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    key = found.get("key") if isinstance(found, dict) else None
    return key if isinstance(key, str) else None


def entries_in(key: str, data: bytes, limit: int | None) -> Iterator[MemoryEntry]:
    """The newest ``limit`` entries of whole appends, or all of them, in order.

    Raises:
        CorruptEntryError: A line is none of ours.
    """
    lines = data.split(b"\n")[:-1]
    head = _head(key)
    start = 0 if limit is None else max(0, len(lines) - limit)
    for position in range(start, len(lines)):
        yield _entry(key, position, lines[position].rstrip(b" "), head)


def _entry(key: str, position: int, line: bytes, head: bytes) -> MemoryEntry:
    if not line.startswith(head) or not line.endswith(b"}"):
        raise CorruptEntryError(key, position, reason=f"the line is {line[:60]!r}")
    try:
        return MemoryEntry.from_json(line[len(head) : -1])
    except InvalidEntryError as error:
        raise CorruptEntryError(key, position, reason=error.message) from error


def _head(key: str) -> bytes:
    return f'{{"key": {json.dumps(key, ensure_ascii=False)}, "entry": '.encode()
