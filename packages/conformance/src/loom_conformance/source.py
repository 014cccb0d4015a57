"""Values as the Python that makes them, short enough to paste into an issue."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final
from uuid import UUID

from loom_memory_core import MemoryEntry, SearchHit

LONGEST_TEXT: Final = 120
LONGEST_LIST: Final = 6


def python(value: object) -> str:
    """``value`` as Python source; what is long is cut, with ``...`` where it was.

    Example:
        >>> python([MemoryEntry(content="cat"), None])
        "[MemoryEntry(content='cat'), None]"
    """
    for kind, render in _RENDERERS.items():
        if isinstance(value, kind):
            return render(value)
    return _cut(repr(value))


def _entry(entry: MemoryEntry) -> str:
    fields = [f"content={python(entry.content)}"]
    if entry.role is not None:
        fields.append(f"role={python(entry.role)}")
    if entry.timestamp is not None:
        fields.append(f"timestamp=datetime.fromisoformat({entry.timestamp.isoformat()!r})")
    if entry.meta is not None:
        fields.append(f"meta={python(entry.meta)}")
    if not _is_random(entry.id):
        fields.append(f"id={python(entry.id)}")
    return f"MemoryEntry({', '.join(fields)})"


def _is_random(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _hit(hit: SearchHit) -> str:
    rest = "" if hit.similarity is None else f", similarity={hit.similarity!r}"
    return f"SearchHit({python(hit.entry)}, score={hit.score!r}{rest})"


def _text(text: str | bytes) -> str:
    if len(text) <= LONGEST_TEXT:
        return repr(text)
    if text == text[:1] * len(text):
        return f"{text[:1]!r} * {len(text)}"
    return f"{text[:LONGEST_TEXT]!r}..."


def _list(values: list[object]) -> str:
    return f"[{_items(values)}]"


def _tuple(values: tuple[object, ...]) -> str:
    return f"({_items(values)}{',' if len(values) == 1 else ''})"


def _items(values: list[object] | tuple[object, ...]) -> str:
    shown = [python(value) for value in values[:LONGEST_LIST]]
    return ", ".join([*shown, "..."] if len(values) > LONGEST_LIST else shown)


def _object(values: Mapping[object, object]) -> str:
    shown = [f"{python(name)}: {python(value)}" for name, value in values.items()]
    return f"{{{_cut(', '.join(shown))}}}"


def _callable(value: Callable[..., object]) -> str:
    if isinstance(value, partial):
        arguments = ", ".join(map(python, value.args))
        return f"partial({_callable(value.func)}, {arguments})"
    return str(getattr(value, "__qualname__", repr(value)))


def _cut(text: str, longest: int = 400) -> str:
    return text if len(text) <= longest else f"{text[:longest]}..."


_RENDERERS: Final[Mapping[type, Callable[..., str]]] = {
    MemoryEntry: _entry,
    SearchHit: _hit,
    str: _text,
    bytes: _text,
    list: _list,
    tuple: _tuple,
    dict: _object,
    partial: _callable,
    type: _callable,
}
