"""Taint: third-party content carries its origin, wherever it stands."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.taint import is_tainted, origins, taint, untainted
from pydantic import JsonValue

PAGE = taint("Restart the pooler.", origin="wiki")

LOOKALIKES: list[JsonValue] = [
    "$tainted",
    {"$tainted": None},
    {"$tainted": "wiki"},
    {"$tainted": ["wiki", "Restart"]},
    {"$tainted": {}},
    {"$tainted": {"origin": "wiki"}},
    {"$tainted": {"value": "Restart"}},
    {"$tainted": {"origin": None, "value": "Restart"}},
    {"$tainted": {"origin": 7, "value": "Restart"}},
    {"$tainted": {"origin": "wiki", "value": "Restart", "at": 1}},
    {"$tainted": {"origin": "wiki", "value": "Restart"}, "at": 1},
    {"tainted": {"origin": "wiki", "value": "Restart"}},
    {"origin": "wiki", "value": "Restart"},
]

WORDS = st.sampled_from(["$tainted", "origin", "value", "web", "wiki"])
VALUES = st.recursive(
    st.none() | st.integers() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(WORDS, inner, max_size=3)
        | st.builds(lambda value, origin: taint(value, origin=origin), inner, WORDS)
        | st.fixed_dictionaries(
            {"$tainted": st.fixed_dictionaries({"origin": inner, "value": inner})}
        )
    ),
)


def test_a_taint_is_the_object_of_the_contract() -> None:
    assert taint([1, None], origin="web") == {"$tainted": {"origin": "web", "value": [1, None]}}


def test_a_tainted_value_round_trips_unchanged() -> None:
    entry = MemoryEntry(content={"passages": [PAGE, "own"]})
    assert MemoryEntry.from_json(entry.to_json()) == entry


@pytest.mark.parametrize("origin", [None, 7, b"web", ["web"]])
def test_an_origin_that_is_not_text_is_refused(origin: str) -> None:
    with pytest.raises(TypeError, match="pass text"):
        taint("x", origin=origin)


def test_an_empty_origin_is_refused() -> None:
    with pytest.raises(ValueError, match="origin is empty"):
        taint("x", origin="")


@pytest.mark.parametrize("value", [PAGE, [PAGE], {"a": {"b": [1, PAGE]}}, taint(PAGE, origin="x")])
def test_a_taint_counts_wherever_it_stands(value: JsonValue) -> None:
    assert is_tainted(value)
    assert is_tainted(MemoryEntry(content=value))
    assert "wiki" in origins(value)


@pytest.mark.parametrize("value", LOOKALIKES)
def test_another_shape_is_ordinary_content(value: JsonValue) -> None:
    for each in (value, MemoryEntry(content=value)):
        assert not is_tainted(each)
        assert origins(each) == ()
    assert untainted(value) == value


def test_a_taint_inside_another_shape_counts() -> None:
    value: JsonValue = {"$tainted": {"origin": "web", "value": PAGE, "more": 1}}
    assert origins(value) == ("wiki",)
    assert untainted(value) == {
        "$tainted": {"origin": "web", "value": "Restart the pooler.", "more": 1}
    }


def test_only_the_content_of_an_entry_counts() -> None:
    assert not is_tainted(MemoryEntry(content="own", meta={"page": PAGE}))


def test_origins_are_in_document_order_without_repeats() -> None:
    value: JsonValue = {
        "b": [taint(taint("x", origin="inner"), origin="outer"), taint(1, origin="last")],
        "a": [taint(2, origin="outer"), taint(None, origin="end")],
    }
    assert origins(value) == ("outer", "inner", "last", "end")
    assert origins(MemoryEntry(content=value)) == ("outer", "inner", "last", "end")


def test_untainted_keeps_everything_but_the_taint() -> None:
    value: JsonValue = {"a": [PAGE, taint({"b": PAGE, "c": None}, origin="web")], "d": 1.5}
    assert untainted(value) == {
        "a": ["Restart the pooler.", {"b": "Restart the pooler.", "c": None}],
        "d": 1.5,
    }


def test_an_untainted_entry_keeps_its_other_fields() -> None:
    entry = MemoryEntry(
        content=[PAGE],
        role="tool",
        timestamp=datetime(2026, 11, 30, tzinfo=UTC),
        meta={"page": PAGE},
        id="7",
    )
    clean = untainted(entry)
    assert clean == MemoryEntry(
        content=["Restart the pooler."],
        role="tool",
        timestamp=entry.timestamp,
        meta={"page": PAGE},
        id="7",
    )
    assert entry.content == [PAGE]


def test_an_untainted_copy_shares_nothing() -> None:
    entry = MemoryEntry(content={"list": [1]}, meta={"list": [1]})
    clean = untainted(entry)
    before = clean.to_json()
    for part in (entry.content, entry.meta):
        assert isinstance(part, dict)
        part["list"] = "changed"
    assert clean.to_json() == before


def test_absent_fields_stay_absent() -> None:
    clean = untainted(MemoryEntry(content=PAGE, id="7"))
    assert clean.to_json() == '{"content":"Restart the pooler.","id":"7"}'


@given(VALUES)
def test_nothing_untainted_is_tainted(value: JsonValue) -> None:
    assert not is_tainted(untainted(value))
    assert origins(untainted(value)) == ()


@given(VALUES)
def test_what_has_an_origin_is_tainted(value: JsonValue) -> None:
    assert is_tainted(value) == bool(origins(value))
    assert is_tainted(value) or untainted(value) == value


def test_a_value_deeper_than_any_entry_is_looked_through() -> None:
    value: JsonValue = PAGE
    for _ in range(100_000):
        value = [value]
    assert is_tainted(value)
    assert origins(value) == ("wiki",)
    while isinstance(value, list):  # from the outside in: freeing it whole would recurse in C
        value = value.pop()
