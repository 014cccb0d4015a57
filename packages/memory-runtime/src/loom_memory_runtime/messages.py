"""Entries as the messages of a chat; what a third party wrote stands behind a fence."""

from collections.abc import Sequence
from typing import Final

from loom_memory_core import MemoryEntry, check_entries, is_tainted

from loom_memory_runtime.chat import ChatMessage
from loom_memory_runtime.fence import entry_text, fence

CHAT_ROLES: Final = frozenset({"system", "user", "assistant"})
"""Roles that a chat model knows; anybody else speaks in the user's position, by name."""


def to_messages(
    entries: Sequence[MemoryEntry], *, max_chars: int | None = None
) -> list[ChatMessage]:
    """The chat that a list holds, oldest message first.

    A tainted entry is fenced, and stands in the user's position whatever its role. An entry with
    a role that chats do not have stands there too, behind its role and a colon.

    Args:
        entries: As they were recalled.
        max_chars: How many characters of content at most. The oldest messages are left out
            first; a message is never cut, so none remains if the newest is longer.

    Raises:
        TypeError: Something is no entry.
        ValueError: ``max_chars`` is below 0.

    Examples:
        >>> to_messages([MemoryEntry(content="db-7 is down", role="user")])
        [{'role': 'user', 'content': 'db-7 is down'}]
        >>> to_messages([MemoryEntry(content="the lag grows", role="monitor")])
        [{'role': 'user', 'content': 'monitor: the lag grows'}]
    """
    messages = [_message(entry) for entry in check_entries(entries)]
    if max_chars is None:
        return messages
    if max_chars < 0:
        raise ValueError(f"max_chars is {max_chars}; pass a count of 0 or more")
    return messages[len(messages) - _fitting(messages, max_chars) :]


def _message(entry: MemoryEntry) -> ChatMessage:
    if is_tainted(entry):
        return {"role": "user", "content": fence([entry])}
    if entry.role is None or entry.role in CHAT_ROLES:
        return {"role": entry.role or "user", "content": entry_text(entry)}
    return {"role": "user", "content": f"{entry.role}: {entry_text(entry)}"}


def _fitting(messages: Sequence[ChatMessage], max_chars: int) -> int:
    """How many messages, counted from the newest, have ``max_chars`` characters together."""
    left, count = max_chars, 0
    for message in reversed(messages):
        left -= len(message["content"])
        if left < 0:
            break
        count += 1
    return count
