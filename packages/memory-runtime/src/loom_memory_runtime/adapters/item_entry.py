"""A LangGraph item as a Loom entry: an id made of its name, the name itself in ``meta``."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from langgraph.store.base import Item, PutOp, SearchItem, get_text_at_path
from loom_memory_core import MemoryEntry, SearchHit
from pydantic import JsonValue

DELETED: Final = "deleted"
"""In ``meta``: the item is gone, where the store has no ``remove``."""

Name = tuple[tuple[str, ...], str]
"""A namespace and a key: what names an item."""


def item_id(name: Name) -> str:
    """The id of every version of the item, so that a store finds them without a search."""
    namespace, key = name
    text = json.dumps([list(namespace), key])
    return f"langgraph/{hashlib.sha256(text.encode()).hexdigest()}"


def name_of(entry: MemoryEntry) -> Name | None:
    """The item's name; ``None`` for an entry that is no version of an item."""
    match entry.meta:
        case {"namespace": [*labels], "key": str(key)}:
            name = tuple(str(label) for label in labels), key
            return name if entry.id == item_id(name) else None
    return None


def put_entry(op: PutOp, *, before: MemoryEntry | None, now: datetime) -> MemoryEntry:
    """The version that ``op`` writes.

    What is indexed is the content; a value that is not to be indexed, or of which only some
    fields are, stands in ``meta``, which no search sees.

    Args:
        op: A put with a value.
        before: The version that it replaces.
        now: The time of the put.
    """
    if not isinstance(op.value, Mapping):
        raise TypeError(f"value is a {type(op.value).__name__}; an item's value is a mapping")
    value: Any = dict(op.value)
    created = now if before is None or is_deletion(before) else _created(before)
    meta: dict[str, JsonValue] = {**_name_meta(op), "created_at": created.isoformat()}
    content: Any = value
    if op.index is False:
        content, meta["value"] = None, value
    elif op.index is not None and "$" not in op.index:
        content = [text for path in op.index for text in get_text_at_path(value, path)]
        meta["value"] = value
    return MemoryEntry(content=content, meta=meta, timestamp=now, id=item_id(_name(op)))


def deletion_entry(op: PutOp, *, now: datetime) -> MemoryEntry:
    """The version that says that the item is gone."""
    meta: dict[str, JsonValue] = {**_name_meta(op), DELETED: True}
    return MemoryEntry(content=None, meta=meta, timestamp=now, id=item_id(_name(op)))


def is_deletion(entry: MemoryEntry) -> bool:
    """Whether the version says that the item is gone."""
    return bool(entry.meta and entry.meta.get(DELETED))


def mark_entry() -> MemoryEntry:
    """A row that is no item, with an id that no other row has ever had."""
    return MemoryEntry(content=None, meta={"mark": True})


def is_mark(entry: MemoryEntry) -> bool:
    """Whether the row is one of ``mark_entry``."""
    return entry.content is None and entry.meta == {"mark": True}


def item_of(entry: MemoryEntry) -> Item:
    """The item in LangGraph's form."""
    return Item(**_fields(entry))


def search_item_of(entry: MemoryEntry, hit: SearchHit | None = None) -> SearchItem:
    """The item in the form of LangGraph's results: with a similarity, or else a score."""
    score = None if hit is None else hit.score if hit.similarity is None else hit.similarity
    return SearchItem(**_fields(entry), score=score)


def _fields(entry: MemoryEntry) -> dict[str, Any]:
    name = name_of(entry)
    if name is None or entry.meta is None:
        raise AssertionError("callers hand on versions of items only")
    return {
        "namespace": name[0],
        "key": name[1],
        "value": entry.meta.get("value", entry.content),
        "created_at": _created(entry),
        "updated_at": _updated(entry),
    }


def _name(op: PutOp) -> Name:
    return tuple(op.namespace), op.key


def _name_meta(op: PutOp) -> dict[str, JsonValue]:
    return {"namespace": list(op.namespace), "key": op.key}


def _created(entry: MemoryEntry) -> datetime:
    match entry.meta:
        case {"created_at": str(text)}:
            return datetime.fromisoformat(text)
    return _updated(entry)


def _updated(entry: MemoryEntry) -> datetime:
    return entry.timestamp or datetime.fromtimestamp(0, UTC)
