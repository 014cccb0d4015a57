"""Taint that goes on: a text made from others carries all their origins."""

from collections.abc import Sequence

from loom_memory_core import origins, taint
from pydantic import JsonValue


def tainted_as(text: str, made_from: Sequence[JsonValue]) -> JsonValue:
    """A text in the wrapper of each origin that what it was made from carries.

    Examples:
        >>> tainted_as("x", ["a", taint("b", origin="wiki")])
        {'$tainted': {'origin': 'wiki', 'value': 'x'}}
    """
    held: JsonValue = text
    for origin in reversed(origins(list(made_from))):
        held = taint(held, origin=origin)
    return held
