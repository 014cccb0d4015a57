"""The verbs of the list, as the contract promises them."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import (
    ConflictError,
    InvalidKeyError,
    MemoryEntry,
    StoreClosedError,
    supports,
)
from loom_memory_core.capability import OPTIONAL_VERBS
from loom_memory_sqlite import SqliteMemoryStore
from loom_memory_sqlite.key_range import after_prefix


def entries(*contents: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=content) for content in contents]


def contents(store: SqliteMemoryStore, key: str) -> list[object]:
    return [entry.content for entry in store.read(key)]


def test_every_verb_is_there(store: SqliteMemoryStore) -> None:
    assert [verb for verb in OPTIONAL_VERBS if supports(store, verb)] == list(OPTIONAL_VERBS)


def test_entries_come_back_in_append_order_and_equal(store: SqliteMemoryStore) -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    first = [MemoryEntry(content={"n": n, "zero": -0.0}, timestamp=moment) for n in range(5)]
    second = [MemoryEntry(content=None, role="tool", meta={"a": [1, 2**70]})]
    store.append("k", first)
    store.append("k", second)
    assert store.read("k") == [*first, *second]


@pytest.mark.parametrize(("limit", "expected"), [(0, []), (2, ["c", "d"]), (10**30, list("abcd"))])
def test_read_gives_the_newest_in_append_order(
    store: SqliteMemoryStore, limit: int, expected: list[str]
) -> None:
    store.append("k", entries(*"abcd"))
    assert [entry.content for entry in store.read("k", limit=limit)] == expected


def test_equal_entries_are_all_kept(store: SqliteMemoryStore) -> None:
    same = MemoryEntry(content="same")
    store.append("k", [same, same])
    store.append("k", [same])
    assert store.read("k") == [same, same, same]
    assert store.get("k", [same.id]) == [same, same, same]
    assert store.remove("k", [same.id]) == 3


def test_keys_are_compared_exactly(store: SqliteMemoryStore) -> None:
    keys = [
        "user_1",
        "userX1",
        "USER_1",
        "user%",
        "a",
        "a/b",
        "ab",
        "'; drop table x;--",
        "é",
        "e\u0301",
    ]
    for key in keys:
        store.append(key, entries(key))
    store.clear("a")
    store.clear("user_1")
    left = [key for key in keys if key not in {"a", "user_1"}]
    assert list(store.keys()) == sorted(left)
    assert all(contents(store, key) == [key] for key in left)


def test_reading_creates_nothing(store: SqliteMemoryStore) -> None:
    assert store.read("k") == []
    assert store.search("k", "anything") == []
    assert store.get("k", ["id"]) == []
    assert store.remove("k", ["id"]) == 0
    store.clear("k")
    store.append("k", [])
    store.replace("k", [])
    assert list(store.keys()) == []


def test_an_emptied_list_is_no_key(store: SqliteMemoryStore) -> None:
    kept = entries("one", "two")
    for empty in (
        lambda: store.clear("k"),
        lambda: store.replace("k", []),
        lambda: store.remove("k", [entry.id for entry in kept]),
    ):
        store.append("k", kept)
        empty()
        assert list(store.keys()) == []


def test_get_and_remove_keep_to_their_key(store: SqliteMemoryStore) -> None:
    entry = MemoryEntry(content="mine", id="same-id")
    other = MemoryEntry(content="other's", id="same-id")
    store.append("mine", [*entries("a"), entry, *entries("b")])
    store.append("other", [other])
    assert store.get("mine", {"same-id", "unknown"}) == [entry]
    assert store.remove("mine", ["same-id", "unknown"]) == 1
    assert contents(store, "mine") == ["a", "b"]
    assert store.read("other") == [other]


def test_the_keys_are_a_snapshot_by_code_point(store: SqliteMemoryStore) -> None:
    for key in ("b", "a/2", "a/1", "\U0001f600", "\uffee"):
        store.append(key, entries("x"))
    found = store.keys()
    store.append("late", entries("x"))
    assert list(found) == ["a/1", "a/2", "b", "\uffee", "\U0001f600"]
    assert list(store.keys("a/")) == ["a/1", "a/2"]
    assert list(store.keys("\ud800")) == []


@given(st.text(min_size=1), st.text())
def test_a_prefix_is_a_range(prefix: str, other: str) -> None:
    stop = after_prefix(prefix)
    inside = prefix <= other and (stop is None or other < stop)
    assert inside == other.startswith(prefix)


def test_replace_refuses_another_list_than_expected(store: SqliteMemoryStore) -> None:
    old = entries("a", "b")
    store.append("k", old)
    ids = [entry.id for entry in old]
    for wrong in ([], ids[:1], ids[::-1], [*ids, "c"], ["\ud800", "x"]):
        with pytest.raises(ConflictError):
            store.replace("k", entries("c"), expected=wrong)
    assert store.read("k") == old
    store.replace("k", entries("c"), expected=ids)
    assert contents(store, "k") == ["c"]


def test_what_a_caller_does_to_its_objects_stays_outside(store: SqliteMemoryStore) -> None:
    entry = MemoryEntry(content={"list": [1]})
    store.append("k", [entry])
    assert isinstance(entry.content, dict)
    entry.content["more"] = True
    read = store.read("k")[0]
    assert isinstance(read.content, dict)
    read.content["more"] = True
    assert store.read("k")[0].content == {"list": [1]}


CALLS: dict[str, Callable[[SqliteMemoryStore], object]] = {
    "append": lambda store: store.append("k", entries("x")),
    "append nothing": lambda store: store.append("k", []),
    "read": lambda store: store.read("k"),
    "clear": lambda store: store.clear("k"),
    "replace": lambda store: store.replace("k", entries("x")),
    "search": lambda store: store.search("k", "x"),
    "remove": lambda store: store.remove("k", []),
    "get": lambda store: store.get("k", []),
    "keys": lambda store: store.keys(),
    "inspect": lambda store: store.inspect(),
    "salvage": lambda store: store.salvage("k"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_closed_store_refuses_every_verb(
    store: SqliteMemoryStore, call: Callable[[SqliteMemoryStore], object]
) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreClosedError):
        call(store)


def test_bad_arguments_are_refused_before_anything_happens(store: SqliteMemoryStore) -> None:
    with pytest.raises(InvalidKeyError):
        store.append("", entries("x"))
    with pytest.raises(TypeError):
        store.append("k", "text")  # type: ignore[arg-type]  # the mistake
    with pytest.raises(TypeError):
        store.remove("k", "id")
    with pytest.raises(ValueError, match="-1"):
        store.read("k", limit=-1)
    with pytest.raises(TypeError):
        store.search("k", 7)  # type: ignore[arg-type]  # the mistake
    assert list(store.keys()) == []


def test_a_batch_is_all_or_nothing(store: SqliteMemoryStore) -> None:
    bad = MemoryEntry(content=[])
    assert isinstance(bad.content, list)
    bad.content.append(float("nan"))
    with pytest.raises(ValueError, match="nan"):
        store.append("k", [*entries("a"), bad])
    with pytest.raises(ValueError, match="nan"):
        store.replace("k", [*entries("a"), bad])
    assert store.read("k") == []
    store.append("k", entries("b"))
    assert contents(store, "k") == ["b"]


def test_many_entries_in_one_list(store: SqliteMemoryStore) -> None:
    many = entries(*(f"note {n % 1000}" for n in range(10_000)))
    store.append("k", many)
    assert store.read("k") == many
    store.replace("k", many[100:] + many[:50])
    assert store.read("k", limit=51) == [many[-1], *many[:50]]
    assert len(store.search("k", "note 7", limit=100_000)) == 9_950
    store.clear("k")
    assert store.read("k") == []
