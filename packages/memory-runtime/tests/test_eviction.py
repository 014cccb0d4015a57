"""The three ways out of a list, each pinned by the calls that the store saw."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import MemoryEntry, StoreWriteError, opened
from loom_memory_runtime import MemoryRuntime, Policies, TierPolicy, tier_key

if TYPE_CHECKING:
    from conftest import PlainStore

Stores = Callable[..., "PlainStore"]
UrlOf = Callable[..., str]

KEY = tier_key("working", "s")
THREE: Policies = {"working": TierPolicy(max_entries=3)}


@pytest.fixture(params=["memory", "scaffold"])
def three_verbs(
    request: pytest.FixtureRequest, store_with: Stores, url_of: UrlOf
) -> Iterator["PlainStore"]:
    """Three verbs of the reference, and the three that the scaffold writes."""
    with opened(url_of(request.param)) as behind:
        yield store_with(over=behind)


def entry(text: str) -> MemoryEntry:
    return MemoryEntry(content=text, id=text)


def filled(store: "PlainStore", text: str = "abcde") -> MemoryRuntime:
    store.append(KEY, [entry(each) for each in text])
    store.calls.clear()
    return MemoryRuntime(store, policies=THREE)


def read(runtime: MemoryRuntime) -> str:
    return "".join(str(each.content) for each in runtime.read("working", "s"))


def stored(store: "PlainStore") -> str:
    return "".join(str(each.content) for each in store.all.read(KEY))


@pytest.mark.parametrize("also", [[], ["replace"]])
def test_entries_are_removed_where_the_store_can(store_with: Stores, also: list[str]) -> None:
    store = store_with("remove", *also)
    assert read(filled(store)) == "cde"
    assert store.calls == ["read", "remove"]
    assert stored(store) == "cde"


def test_else_the_list_is_replaced(store_with: Stores) -> None:
    store = store_with("replace")
    assert read(filled(store)) == "cde"
    assert store.calls == ["read", "replace"]
    assert stored(store) == "cde"


def test_else_it_is_cleared_and_appended_to(three_verbs: "PlainStore") -> None:
    assert read(filled(three_verbs)) == "cde"
    assert three_verbs.calls == ["read", "clear", "append"]
    assert stored(three_verbs) == "cde"


def test_an_append_before_a_removal_survives(store_with: Stores) -> None:
    store = store_with("remove")
    runtime = filled(store)
    store.before("remove", lambda: store.all.append(KEY, [entry("f")]))
    assert read(runtime) == "cde"
    assert stored(store) == "cdef"
    assert read(runtime) == "def"


def test_an_append_before_a_replacement_is_seen(store_with: Stores) -> None:
    store = store_with("replace")
    runtime = filled(store)
    store.before("replace", lambda: store.all.append(KEY, [entry("f")]))
    assert read(runtime) == "def"
    assert store.calls == ["read", "replace", "read", "replace"]
    assert stored(store) == "def"


def test_an_append_before_the_clear_is_what_three_verbs_cost(three_verbs: "PlainStore") -> None:
    runtime = filled(three_verbs)
    three_verbs.before("clear", lambda: three_verbs.all.append(KEY, [entry("f")]))
    assert read(runtime) == "cde"
    assert stored(three_verbs) == "cde"


def test_an_append_behind_the_clear_comes_to_stand_in_front(three_verbs: "PlainStore") -> None:
    runtime = filled(three_verbs)
    three_verbs.before("append", lambda: three_verbs.all.append(KEY, [entry("f")]))
    assert read(runtime) == "cde"
    assert stored(three_verbs) == "fcde"


def test_a_list_that_never_rests_is_left_for_the_next_time(store_with: Stores) -> None:
    store = store_with("replace")
    runtime = filled(store)
    left = iter("fghijklmnopqrstuvwxyz")

    def append_again() -> None:
        store.all.append(KEY, [entry(next(left))])
        store.before("replace", append_again)

    store.before("replace", append_again)
    assert read(runtime) == "klm"
    assert store.calls.count("replace") == 8
    assert stored(store) == "abcdefghijklm"
    assert runtime.sweep("working", ["s"]) == 0


def test_a_twin_of_what_goes_stays(store_with: Stores) -> None:
    store = store_with("remove", "replace")
    assert read(filled(store, "abcda")) == "cda"
    assert store.calls == ["read", "replace"]
    assert stored(store) == "cda"


def test_a_twin_is_not_removed_where_nothing_else_is_one_step(store_with: Stores) -> None:
    store = store_with("remove")
    runtime = filled(store, "abcda")
    assert read(runtime) == "cda"
    assert store.calls == ["read", "remove"]
    assert stored(store) == "acda"


def test_only_twins(store_with: Stores) -> None:
    store = store_with("remove")
    runtime = filled(store, "aaaaa")
    assert read(runtime) == "aaa"
    assert runtime.sweep("working", ["s"]) == 0
    assert store.calls == ["read", "read"]


def test_a_write_that_fails_is_not_hidden(store_with: Stores) -> None:
    store = store_with("remove")
    runtime = filled(store)

    def full() -> None:
        raise StoreWriteError("the disk is full", hint="make room")

    store.before("remove", full)
    with pytest.raises(StoreWriteError):
        read(runtime)
    assert stored(store) == "abcde"
