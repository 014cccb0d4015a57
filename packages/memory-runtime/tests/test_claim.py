"""Claim checks: what is large is stored once, by its hash, and comes back whole or not at all."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_conformance.strategies import contents
from loom_memory_core import (
    InMemoryStore,
    InvalidEntryError,
    MemoryEntry,
    MemoryStore,
    is_tainted,
    origins,
    taint,
)
from loom_memory_runtime import ClaimError, DecisionLog, claim_check, redeem
from pydantic import JsonValue

LARGE: JsonValue = {"rows": [f"row {at}" for at in range(3_000)]}


def key_of(reference: Any) -> str:  # noqa: ANN401 - a JSON value
    return f"loom/claims/{reference['$claim']['sha256']}"


def test_what_is_small_is_handed_on(store: MemoryStore) -> None:
    assert claim_check({"a": [1]}, store) == {"a": [1]}
    assert redeem({"a": [1]}, store) == {"a": [1]}


def test_what_is_large_is_stored_once(store: MemoryStore) -> None:
    reference: Any = claim_check(LARGE, store)
    assert claim_check(LARGE, store) == reference
    assert len(store.read(key_of(reference))) == 1
    assert reference["$claim"]["bytes"] > 16_384
    assert len(str(reference)) < 500
    assert redeem(reference, store) == LARGE


@pytest.mark.parametrize("value", ["x" * 98, "é" * 49])
def test_the_size_is_that_of_the_json_in_bytes(store: MemoryStore, value: str) -> None:
    assert claim_check(value, store, max_bytes=100) == value
    assert claim_check(value, store, max_bytes=99) != value


@given(contents(), st.integers(0, 20))
def test_every_value_comes_back(value: JsonValue, max_bytes: int) -> None:
    store = InMemoryStore()
    found = redeem(claim_check(value, store, max_bytes=max_bytes), store)
    assert MemoryEntry(content=found, id="e") == MemoryEntry(content=value, id="e")


def test_a_value_that_looks_like_a_reference_comes_back(store: MemoryStore) -> None:
    reference = claim_check(LARGE, store)
    outer = claim_check(reference, store)
    assert outer != reference
    assert redeem(outer, store) == reference


@pytest.mark.parametrize(
    "value",
    [{"$claim": {"sha256": "x\0"}}, {"$claim": 7}, {"$claim": {"sha256": "a" * 64}, "b": 1}],
)
def test_another_shape_is_no_reference(store: MemoryStore, value: JsonValue) -> None:
    assert claim_check(value, store) == value
    assert redeem(value, store) == value


def test_a_missing_value_is_an_error(store: MemoryStore) -> None:
    reference = claim_check(LARGE, store)
    store.clear(key_of(reference))
    with pytest.raises(ClaimError, match="no value of the hash"):
        redeem(reference, store)


@pytest.mark.parametrize("meta", [None, {"value": 7}, {"value": '"altered"'}], ids=repr)
def test_an_altered_value_is_an_error(
    store: MemoryStore, meta: dict[str, JsonValue] | None
) -> None:
    reference = claim_check(LARGE, store)
    store.clear(key_of(reference))
    store.append(key_of(reference), [MemoryEntry(content=None, meta=meta)])
    with pytest.raises(ClaimError):
        redeem(reference, store)
    assert claim_check(LARGE, store) == reference
    assert redeem(reference, store) == LARGE


def test_the_preview_of_a_tainted_value_is_tainted(store: MemoryStore) -> None:
    value: JsonValue = [taint("page " * 5_000, origin="wiki"), taint("b", origin="mail")]
    reference = claim_check(value, store)
    assert is_tainted(reference)
    assert origins(reference) == ("wiki", "mail")
    assert redeem(reference, store) == value


def test_what_is_not_json_is_refused(store: MemoryStore) -> None:
    with pytest.raises(InvalidEntryError):
        claim_check({1, 2}, store)  # type: ignore[arg-type]


def test_a_decision_may_be_a_reference(store: MemoryStore) -> None:
    log = DecisionLog(store)
    for _ in range(2):
        reference = log.execution("e").decide("query", lambda: claim_check(LARGE, store))
        assert redeem(reference, store) == LARGE
