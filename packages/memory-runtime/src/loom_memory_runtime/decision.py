"""A decision: one recorded answer of an execution, and the entry that keeps it."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

from loom_memory_core import CorruptEntryError, InvalidKeyError, MemoryEntry
from pydantic import JsonValue

from loom_memory_runtime.json_value import json_text, json_value
from loom_memory_runtime.tier_key import decoded_scope, encoded_scope

Decide = Callable[[str, Callable[[], JsonValue]], JsonValue]
"""Takes a name and a thunk, gives what is recorded under that name at this place.

Where nothing is recorded yet, the thunk is called and its value is recorded first.
"""

LOG_PREFIX: Final = "loom/decisions/"
"""What stands before an execution's id in the key of its log."""


class Decision(NamedTuple):
    """One recorded answer."""

    position: int
    """Its place in the execution, counted from 0."""

    name: str
    """What was decided."""

    value: JsonValue
    """What the thunk gave."""

    timestamp: datetime | None
    """When it was recorded."""


def log_key(execution: str) -> str:
    """The key of an execution's log.

    Raises:
        TypeError: The id is not text.
        InvalidKeyError: The id is empty, longer than 300 bytes, or holds half a surrogate pair.

    Examples:
        >>> log_key("incident-42")
        'loom/decisions/incident-42'
    """
    encoded = encoded_scope(execution, name="execution")
    if not encoded:
        raise InvalidKeyError("execution is empty", hint="name it, for example 'incident-42'")
    return f"{LOG_PREFIX}{encoded}"


def execution_of(key: str) -> str | None:
    """The id of the execution whose log lies under ``key``; ``None`` for another key."""
    return decoded_scope(key.removeprefix(LOG_PREFIX)) if key.startswith(LOG_PREFIX) else None


def decision_entry(decision: Decision) -> MemoryEntry:
    """The entry that keeps a decision: all of it in ``meta``, which no search sees.

    The value is kept as text, so that one nested as deep as values may be fits in.

    Raises:
        InvalidEntryError: The value is not JSON.
    """
    return MemoryEntry(
        content=None,
        timestamp=decision.timestamp,
        meta={
            "position": decision.position,
            "name": decision.name,
            "value": json_text(decision.value),
        },
    )


def decision_of(entry: MemoryEntry, *, key: str, at: int) -> Decision:
    """The decision that an entry keeps.

    Args:
        entry: What the log holds.
        key: The key of the log, for the error.
        at: The place of the entry in it, for the error.

    Raises:
        CorruptEntryError: The entry is no decision.
    """
    match entry.meta:
        case {"position": int(position), "name": str(name), "value": str(value)}:
            with suppress(ValueError):
                return Decision(position, name, json_value(value), entry.timestamp)
    raise CorruptEntryError(key, at, reason="it is no decision of an execution")
