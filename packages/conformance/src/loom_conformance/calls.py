"""Calls of every verb, right ones and wrong ones, for promises that all verbs share."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from loom_memory_core import MemoryEntry

BAD_KEYS: Final = ("", "a\0b", "\0", "half \ud83d", "\udc00", "a" * 1_025, "é" * 513)
"""Text that names no list."""

NOT_TEXT: Final = (None, 7, 1.5, True, b"k", ["k"], ("k",), object())

GOOD_ENTRIES: Final = (MemoryEntry(content="x", id="one"),)


def _one_entry() -> Iterator[MemoryEntry]:
    yield from GOOD_ENTRIES


class Call(NamedTuple):
    """What one verb is called with."""

    verb: str
    args: tuple[Any, ...]
    options: dict[str, Any]


RIGHT: Final[dict[str, Call]] = {
    "append": Call("append", ("k", []), {}),
    "read": Call("read", ("k",), {"limit": 1}),
    "clear": Call("clear", ("k",), {}),
    "replace": Call("replace", ("k", []), {"expected": []}),
    "search": Call("search", ("k", "word"), {"limit": 1}),
    "remove": Call("remove", ("k", ["id"]), {}),
    "get": Call("get", ("k", ["id"]), {}),
    "keys": Call("keys", ("",), {}),
    "inspect": Call("inspect", (), {"check": True}),
    "close": Call("close", (), {}),
}
"""A call of each verb that works on an empty store and changes nothing."""

BY_NAME: Final[dict[str, dict[str, Any]]] = {
    "append": {"key": "k", "entries": []},
    "read": {"key": "k", "limit": None},
    "clear": {"key": "k"},
    "replace": {"key": "k", "entries": [], "expected": None},
    "search": {"key": "k", "query": "word", "limit": 3},
    "remove": {"key": "k", "ids": []},
    "get": {"key": "k", "ids": []},
    "keys": {"prefix": ""},
    "inspect": {"check": False},
    "close": {},
}
"""The same with every argument by its name."""

WRONG_ENTRIES: Final[tuple[Any, ...]] = (
    None,
    7,
    "text",
    b"bytes",
    GOOD_ENTRIES[0],
    {"content": "x"},
    ["text"],
    [{"content": "x"}],
    [GOOD_ENTRIES[0], None],
    {GOOD_ENTRIES[0]},
)
WRONG_LIMITS: Final[tuple[Any, ...]] = ("3", 2.0, True, [3], b"3", object())
WRONG_IDS: Final[tuple[Any, ...]] = (None, 7, "id", b"id", [7], ["id", None], [b"id"], [["id"]])
WRONG_PREFIXES: Final[tuple[Any, ...]] = (None, 7, b"k", ["k"])


def bad_key_calls(verb: str) -> Iterator[Call]:
    """Calls of ``verb`` with text that names no list."""
    _, args, options = RIGHT[verb]
    return (Call(verb, (key, *args[1:]), options) for key in BAD_KEYS)


def wrong_calls(verb: str) -> Iterator[Call]:
    """Calls of ``verb`` with one argument of a wrong type."""
    _, args, options = RIGHT[verb]
    for at, values in enumerate(_WRONG_ARGS[verb]):
        for value in values:
            yield Call(verb, (*args[:at], value, *args[at + 1 :]), options)
    for name, values in _WRONG_OPTIONS.get(verb, {}).items():
        for value in values:
            yield Call(verb, args, {name: value})


def unknown_option_calls(verb: str) -> Iterator[Call]:
    """Calls of ``verb`` with an option that it does not have."""
    _, args, options = RIGHT[verb]
    for name in ("min_score", "Limit", "key_", "where"):
        yield Call(verb, args, {**options, name: 1})


_WRONG_ARGS: Final[dict[str, Sequence[Sequence[Any]]]] = {
    "append": (NOT_TEXT, (*WRONG_ENTRIES, _one_entry())),
    "read": (NOT_TEXT,),
    "clear": (NOT_TEXT,),
    "replace": (NOT_TEXT, (*WRONG_ENTRIES, _one_entry())),
    "search": (NOT_TEXT, NOT_TEXT),
    "remove": (NOT_TEXT, WRONG_IDS),
    "get": (NOT_TEXT, WRONG_IDS),
    "keys": (WRONG_PREFIXES,),
    "inspect": (),
}
_WRONG_OPTIONS: Final[dict[str, dict[str, Sequence[Any]]]] = {
    "read": {"limit": WRONG_LIMITS},
    "replace": {"expected": (7, "id", b"id", [7], [None], {"id"})},
    "search": {"limit": (*WRONG_LIMITS, None)},
    "inspect": {"check": (None, 1, 0, "yes", [])},
}
