"""JSON values as the one text that is recorded and hashed, and back."""

import json

from loom_memory_core import MemoryEntry
from pydantic import JsonValue


def json_text(value: JsonValue) -> str:
    """Compact JSON, key order kept.

    Raises:
        InvalidEntryError: It is not JSON; the message says which part.

    Examples:
        >>> json_text({"likes": ["tea", 7]})
        '{"likes":["tea",7]}'
    """
    checked = MemoryEntry(content=value).content
    return json.dumps(checked, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def json_value(text: str) -> JsonValue:
    """The value of what ``json_text`` wrote."""
    value: JsonValue = json.loads(text)
    return value
