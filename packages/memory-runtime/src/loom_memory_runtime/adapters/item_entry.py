"""A LangGraph item as a Loom entry: an id made of its name, the name itself in ``meta``."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from langgraph.store.base import GetOp, Item, PutOp, SearchItem, get_text_at_path
from loom_memory_core import MemoryEntry, SearchHit, VerbUnsupportedError
from pydantic import JsonValue

from loom_memory_runtime.adapters.namespace import Namespace, namespace_of

DELETED: Final = "deleted"
"""In ``meta``: the item is gone, where the store has no ``remove``."""

Name = tuple[Namespace, str]
"""A namespace and a key: what names an item."""


def item_name(op: GetOp | PutOp) -> Name:
    """What names the item of the operation.

    Raises:
        TypeError: The namespace is no tuple of labels, or the key no text.
    """
    if not isinstance(op.key, str):
        raise TypeError(f"the key is {op.key!r}, a {type(op.key).__name__}; pass a str")
    return namespace_of(op.namespace), op.key


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
    value: Any = dict(op.value or {})
    created = now if before is None or is_deletion(before) else _created(before)
    meta: dict[str, JsonValue] = {**_name_meta(op), "created_at": created.isoformat()}
    content: Any = value
    if op.index is False:
        content, meta["value"] = None, value
    elif op.index is not None and "$" not in op.index:
        content = [text for path in op.index for text in get_text_at_path(value, path)]
        meta["value"] = value
    return MemoryEntry(content=content, meta=meta, timestamp=now, id=item_id(item_name(op)))


def check_put(op: PutOp) -> None:
    """Refuse a put that cannot be kept.

    Raises:
        VerbUnsupportedError: It has a ``ttl``.
        TypeError: Its value or its index has another type than LangGraph says.
    """
    if op.ttl is not None:
        raise VerbUnsupportedError(
            f"the put of {op.key!r} has ttl {op.ttl!r}, and no item here expires",
            hint="leave ttl out; MemoryRuntime expires entries by a policy for each tier",
        )
    if not isinstance(op.value, Mapping | None):
        raise TypeError(f"value is a {type(op.value).__name__}; an item's value is a mapping")
    if op.index is not None and op.index is not False and not _are_paths(op.index):
        raise TypeError(
            f"index is {op.index!r}; pass False, or a list of paths such as ['title', 'tags[*]']"
        )


def _are_paths(index: object) -> bool:
    return isinstance(index, list | tuple) and all(isinstance(path, str) for path in index)


def deletion_entry(op: PutOp, *, now: datetime) -> MemoryEntry:
    """The version that says that the item is gone."""
    meta: dict[str, JsonValue] = {**_name_meta(op), DELETED: True}
    return MemoryEntry(content=None, meta=meta, timestamp=now, id=item_id(item_name(op)))


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


def _name_meta(op: PutOp) -> dict[str, JsonValue]:
    return {"namespace": list(op.namespace), "key": op.key}


def _created(entry: MemoryEntry) -> datetime:
    match entry.meta:
        case {"created_at": str(text)}:
            return datetime.fromisoformat(text)
    return _updated(entry)


def _updated(entry: MemoryEntry) -> datetime:
    return entry.timestamp or datetime.fromtimestamp(0, UTC)
