"""Taint: content of a third party carries its origin, wherever it stands in a value.

In JSON a taint is the object ``{"$tainted": {"origin": "...", "value": ...}}`` and nothing
else: an object with further keys, or with something else below the mark, is ordinary content.
"""

from collections.abc import Iterator
from typing import NamedTuple, overload

from pydantic import JsonValue

from loom_memory_core.entry import MemoryEntry


class Taint(NamedTuple):
    """What a tainted object says."""

    origin: str
    """Where the value came from."""

    value: JsonValue
    """The value itself."""


def taint(value: JsonValue, *, origin: str) -> dict[str, JsonValue]:
    """The form of ``value`` that carries its origin.

    Args:
        value: Any JSON value, a tainted one too.
        origin: Where it came from, such as a URL or the name of a tool.

    Returns:
        A JSON object, to be stored inside the content of an entry.

    Raises:
        TypeError: The origin is not text.
        ValueError: The origin is empty.

    Examples:
        >>> taint("Restart the pooler.", origin="wiki/runbooks")
        {'$tainted': {'origin': 'wiki/runbooks', 'value': 'Restart the pooler.'}}
    """
    if not isinstance(origin, str):
        raise TypeError(f"origin is {origin!r}, a {type(origin).__name__}; pass text")
    if not origin:
        raise ValueError("origin is empty; pass where the value came from")
    return {"$tainted": {"origin": origin, "value": value}}


def is_tainted(value: MemoryEntry | JsonValue) -> bool:
    """Whether an entry's content, or a JSON value, is a taint or holds one.

    Args:
        value: A JSON value, or an entry, of which the content counts.

    Returns:
        True for a taint at any depth, also inside another taint.

    Examples:
        >>> is_tainted({"passages": [taint("Restart it.", origin="wiki")]})
        True
    """
    return any(True for _ in _taints(value))


def origins(value: MemoryEntry | JsonValue) -> tuple[str, ...]:
    """Each origin inside an entry's content or a JSON value.

    Args:
        value: A JSON value, or an entry, of which the content counts.

    Returns:
        The origins in document order, without repeats; empty if nothing is tainted.

    Examples:
        >>> origins([taint(taint("a", origin="page"), origin="crawler"), taint("b", origin="page")])
        ('crawler', 'page')
    """
    return tuple(dict.fromkeys(each.origin for each in _taints(value)))


@overload
def untainted(value: MemoryEntry) -> MemoryEntry: ...


@overload
def untainted(value: JsonValue) -> JsonValue: ...


def untainted(value: MemoryEntry | JsonValue) -> MemoryEntry | JsonValue:
    """The same without a taint: each stands replaced by its value.

    Args:
        value: A JSON value, or an entry, whose other fields are kept.

    Returns:
        A copy that shares no list or object with ``value``, and holds no taint.

    Examples:
        >>> untainted({"passages": [taint("Restart it.", origin="wiki")]})
        {'passages': ['Restart it.']}
    """
    if isinstance(value, MemoryEntry):
        return value.model_copy(update={"content": _unwrapped(value.content)}, deep=True)
    return _unwrapped(value)


def nodes(value: JsonValue) -> Iterator[JsonValue]:
    """Every value inside ``value``, itself first, in document order.

    Of what a taint holds, only its value.
    """
    waiting = [value]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, dict):
            held = _taint_of(node)
            waiting += reversed(node.values()) if held is None else (held.value,)


def _taints(value: MemoryEntry | JsonValue) -> Iterator[Taint]:
    content = value.content if isinstance(value, MemoryEntry) else value
    for node in nodes(content):
        held = _taint_of(node)
        if held is not None:
            yield held


def _taint_of(node: JsonValue) -> Taint | None:
    match node:
        case {"$tainted": {"origin": str(origin), "value": value, **more}, **others}:
            return None if more or others else Taint(origin, value)
    return None


def _unwrapped(value: JsonValue) -> JsonValue:
    if isinstance(value, list):
        return [_unwrapped(item) for item in value]
    if not isinstance(value, dict):
        return value
    # From the inside out: what is unwrapped may itself spell a taint, which must go too.
    inside = {name: _unwrapped(item) for name, item in value.items()}
    held = _taint_of(inside)
    return inside if held is None else held.value
