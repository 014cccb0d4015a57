"""A summary: one entry in the place of the oldest, in the same rewrite that takes them out."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import (
    ConflictError,
    InvalidEntryError,
    MemoryEntry,
    MemoryStore,
    origins,
    taint,
    untainted,
)
from loom_memory_runtime import MemoryRuntime, Policies, TierPolicy, tier_key
from pydantic import JsonValue

if TYPE_CHECKING:
    from conftest import PlainStore, SetClock

Stores = Callable[..., "PlainStore"]

KEY = tier_key("working", "s")
THREE: Policies = {"working": TierPolicy(ttl_seconds=60, max_entries=3, summarize=True)}


def entry(text: str) -> MemoryEntry:
    return MemoryEntry(content=text, id=text)


def joined(entries: Sequence[MemoryEntry]) -> str:
    return "+".join(str(each.content) for each in entries)


def contents(entries: Sequence[MemoryEntry]) -> list[JsonValue]:
    return [each.content for each in entries]


def filled(store: MemoryStore, text: str = "abcde", **options: "SetClock") -> MemoryRuntime:
    runtime = MemoryRuntime(store, policies=THREE, **options)
    runtime.append("working", "s", [entry(each) for each in text])
    return runtime


def test_the_oldest_become_one(store: MemoryStore) -> None:
    runtime = filled(store)
    made = runtime.summarize("working", "s", joined)
    assert made is not None
    assert (made.content, made.role, made.meta) == ("a+b+c", "summary", {"summarizes": 3})
    assert runtime.read("working", "s")[0] == made
    assert contents(store.read(KEY)) == ["a+b+c", "d", "e"]


def test_a_summary_is_summarised_again_and_counts_all(store: MemoryStore) -> None:
    runtime = filled(store)
    runtime.summarize("working", "s", joined)
    runtime.append("working", "s", [entry("f")])
    made = runtime.summarize("working", "s", joined)
    assert made is not None
    assert (made.content, made.meta) == ("a+b+c+d", {"summarizes": 4})


def test_up_to_the_limit_nothing_is_asked(store: MemoryStore) -> None:
    runtime = filled(store, "abc")

    def never(_: Sequence[MemoryEntry]) -> str:
        raise AssertionError

    assert runtime.summarize("working", "s", never) is None
    assert runtime.summarize("semantic", "s", never) is None
    assert contents(store.read(KEY)) == ["a", "b", "c"]


def test_what_waits_for_a_summary_is_hidden_and_kept(store: MemoryStore) -> None:
    runtime = filled(store)
    assert contents(runtime.read("working", "s")) == ["c", "d", "e"]
    assert contents(store.read(KEY)) == list("abcde")


def test_what_has_expired_is_not_summarised(store: MemoryStore, clock: "SetClock") -> None:
    runtime = filled(store, "abc", clock=clock)
    clock.forward(60)
    runtime.append("working", "s", [entry(each) for each in "defg"])
    runtime.summarize("working", "s", joined)
    assert contents(store.read(KEY)) == ["d+e", "f", "g"]


def test_a_summary_lives_as_long_as_the_newest_in_it(store: MemoryStore, clock: "SetClock") -> None:
    runtime = filled(store, "ab", clock=clock)
    clock.forward(30)
    runtime.append("working", "s", [entry(each) for each in "cde"])
    runtime.summarize("working", "s", joined)
    clock.forward(59)
    assert contents(runtime.read("working", "s")) == ["a+b+c", "d", "e"]
    clock.forward(1)
    assert runtime.read("working", "s") == []


def test_origins_are_carried_over(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store, policies=THREE)
    contents: list[JsonValue] = [
        "plain",
        taint("x", origin="wiki"),
        [taint("y", origin="mail")],
        "d",
        "e",
    ]
    runtime.append("working", "s", [MemoryEntry(content=each) for each in contents])
    made = runtime.summarize("working", "s", lambda _: "all of it")
    assert made is not None
    assert set(origins(made)) == {"wiki", "mail"}
    assert untainted(made).content == "all of it"
    assert runtime.read("working", "s")[0] == made


def test_an_origin_that_is_there_is_not_wrapped_again(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store, policies=THREE)
    wiki = taint("x", origin="wiki")
    runtime.append("working", "s", [MemoryEntry(content=wiki) for _ in range(4)])
    made = runtime.summarize("working", "s", lambda entries: entries[0].content)
    assert made is not None
    assert made.content == wiki


@pytest.mark.parametrize("also", [[], ["remove"]])
def test_it_is_one_replacement(store_with: Stores, also: list[str]) -> None:
    store = store_with("replace", *also)
    runtime = filled(store)
    store.calls.clear()
    runtime.summarize("working", "s", joined)
    assert store.calls == ["read", "replace"]


def test_an_append_meanwhile_survives_and_the_model_is_asked_once_more(store_with: Stores) -> None:
    store = store_with("replace")
    runtime = filled(store)
    asked: list[str] = []

    def noted(entries: Sequence[MemoryEntry]) -> str:
        asked.append(joined(entries))
        return asked[-1]

    store.before("replace", lambda: store.all.append(KEY, [entry("f")]))
    runtime.summarize("working", "s", noted)
    assert asked == ["a+b+c", "a+b+c+d"]
    assert contents(store.all.read(KEY)) == ["a+b+c+d", "e", "f"]


def test_the_same_entries_are_summarised_once(store_with: Stores) -> None:
    store = store_with("replace")
    runtime = filled(store)
    asked: list[str] = []

    def swap() -> None:  # the ids change, what is summarised does not
        store.all.replace(KEY, [*store.all.read(KEY)[:4], entry("z")])

    store.before("replace", swap)
    runtime.summarize("working", "s", lambda found: asked.append(joined(found)))
    assert asked == ["a+b+c"]
    assert contents(store.all.read(KEY)) == [None, "d", "z"]


def test_a_store_of_three_verbs_is_cleared_and_appended_to(plain_store: "PlainStore") -> None:
    runtime = filled(plain_store)
    plain_store.calls.clear()
    runtime.summarize("working", "s", joined)
    assert plain_store.calls == ["read", "clear", "append"]
    assert contents(plain_store.all.read(KEY)) == ["a+b+c", "d", "e"]


def test_a_list_that_never_rests_is_a_conflict(store_with: Stores) -> None:
    store = store_with("replace")
    runtime = filled(store)

    def append_again() -> None:
        store.all.append(KEY, [entry("more")])
        store.before("replace", append_again)

    store.before("replace", append_again)
    with pytest.raises(ConflictError, match="changed 8 times"):
        runtime.summarize("working", "s", joined)


@pytest.mark.parametrize("wrong", [{1, 2}, float("nan"), b"bytes"], ids=repr)
def test_a_summary_that_is_not_json_changes_nothing(store: MemoryStore, wrong: JsonValue) -> None:
    runtime = filled(store)
    with pytest.raises(InvalidEntryError):
        runtime.summarize("working", "s", lambda _: wrong)
    assert contents(store.read(KEY)) == list("abcde")
