"""Promotion: into the target first, then out of the source, and twice is once."""

from typing import TYPE_CHECKING

import pytest
from loom_memory_core import MemoryEntry, MemoryStore, taint
from loom_memory_runtime import MemoryRuntime, tier_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import PlainStore, SetClock

WORKING, EPISODIC = tier_key("working", "s"), tier_key("episodic", "s")


def entry(text: str) -> MemoryEntry:
    return MemoryEntry(content=text, id=text)


class DiedError(Exception):
    """Stands for the end of the process."""


def died() -> None:
    raise DiedError


def test_entries_move_as_they_are(store: MemoryStore, clock: "SetClock") -> None:
    runtime = MemoryRuntime(store, clock=clock)
    content = taint({"step": "fail over"}, origin="wiki/runbooks")
    kept, moved = runtime.append("working", "s", [entry("a"), MemoryEntry(content=content)])
    clock.forward(60)
    assert runtime.promote("working", "episodic", "s", [moved]) == 1
    assert runtime.read("episodic", "s") == [moved]
    assert runtime.read("working", "s") == [kept]


def test_twice_is_once(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store)
    entries = runtime.append("working", "s", [entry(each) for each in "abc"])
    assert runtime.promote("working", "episodic", "s", entries[:2]) == 2
    assert runtime.promote("working", "episodic", "s", entries[:2]) == 0
    assert runtime.read("episodic", "s") == entries[:2]
    assert runtime.read("working", "s") == entries[2:]


@pytest.mark.parametrize("verbs", [["remove", "get"], ["replace"], []], ids=" ".join)
@pytest.mark.parametrize("at", ["append", "remove", "replace", "clear"])
def test_a_death_between_the_steps_is_made_good(
    store_with: "Callable[..., PlainStore]", verbs: list[str], at: str
) -> None:
    store = store_with(*verbs)
    store.append(WORKING, entries := [entry(each) for each in "abc"])
    runtime = MemoryRuntime(store, policies={})
    store.before(at, died)
    dies = at in {"append", "clear" if not verbs else verbs[0]}
    if dies:
        with pytest.raises(DiedError):
            runtime.promote("working", "episodic", "s", entries[:2])
        assert store.all.read(WORKING) == entries
        assert store.all.read(EPISODIC) == ([] if at == "append" else entries[:2])
    runtime.promote("working", "episodic", "s", entries[:2])
    assert store.all.read(EPISODIC) == entries[:2]
    assert store.all.read(WORKING) == entries[2:]


def test_an_append_to_the_source_meanwhile_survives(
    store_with: "Callable[..., PlainStore]",
) -> None:
    for verb in ("remove", "replace"):
        store = store_with(verb)
        runtime = MemoryRuntime(store)
        entries = runtime.append("working", "s", [entry("a"), entry("b")])
        store.before(verb, lambda store=store: store.all.append(WORKING, [entry("c")]))  # type: ignore[misc]
        runtime.promote("working", "episodic", "s", entries[:1])
        assert [each.id for each in store.all.read(WORKING)] == ["b", "c"]
        assert [each.id for each in store.all.read(EPISODIC)] == ["a"]


def test_another_entry_of_the_same_id_stays(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store)
    one, other = runtime.append(
        "working", "s", [MemoryEntry(content=each, id="same") for each in ("a", "b")]
    )
    runtime.append("episodic", "s", [other])
    runtime.promote("working", "episodic", "s", [one])
    assert runtime.read("working", "s") == [other]
    assert runtime.read("episodic", "s") == [other, one]


def test_what_has_left_the_source_is_promoted_too(store: MemoryStore) -> None:
    runtime = MemoryRuntime(store)
    entries = runtime.append("working", "s", [entry("a")])
    runtime.clear("working", "s")
    assert runtime.promote("working", "semantic", "s", entries) == 1
    assert runtime.read("semantic", "s") == entries


def test_nothing_to_promote_touches_nothing(plain_store: "PlainStore") -> None:
    assert MemoryRuntime(plain_store).promote("working", "semantic", "s", []) == 0
    assert "clear" not in plain_store.calls


def test_a_tier_is_not_promoted_to_itself(plain_store: "PlainStore") -> None:
    with pytest.raises(ValueError, match="name two tiers"):
        MemoryRuntime(plain_store).promote("working", "working", "s", [entry("a")])
