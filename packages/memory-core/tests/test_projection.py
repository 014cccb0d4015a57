"""What of an entry is text to an index: strings and numbers of its content, in order."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.projection import searchable_text
from loom_memory_core.taint import taint
from pydantic import JsonValue

TEXT = st.text(st.characters(codec="utf-8"))
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
NAMES = TEXT.map(lambda text: f"name {text}")
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner),
)


def text_of(content: JsonValue) -> str:
    return searchable_text(MemoryEntry(content=content))


def plain_leaves(value: JsonValue) -> list[str]:
    match value:
        case None | bool():
            return []
        case str():
            return [value]
        case int() | float():
            return [json.dumps(value)]
        case list():
            return [leaf for item in value for leaf in plain_leaves(item)]
        case dict():
            return [leaf for item in value.values() for leaf in plain_leaves(item)]


@given(VALUES)
def test_leaves_stand_in_document_order(value: JsonValue) -> None:
    assert text_of(value) == "\n".join(plain_leaves(value))


@given(VALUES)
def test_the_text_survives_the_json(value: JsonValue) -> None:
    entry = MemoryEntry(content=value)
    assert searchable_text(MemoryEntry.from_json(entry.to_json())) == searchable_text(entry)


@given(VALUES, TEXT.filter(bool))
def test_a_taint_contributes_its_value_alone(value: JsonValue, origin: str) -> None:
    assert text_of(taint(value, origin=origin)) == text_of(value)
    assert text_of([taint(value, origin=origin), "after"]) == text_of([value, "after"])


def test_only_the_content_is_seen() -> None:
    entry = MemoryEntry(
        content="kiwi",
        role="zebra",
        timestamp=datetime(2026, 11, 30, tzinfo=UTC),
        meta={"source": "wiki"},
        id="quartz",
    )
    assert searchable_text(entry) == "kiwi"


@pytest.mark.parametrize("content", [None, True, False, "", [], {}, [None, {"kiwi": True}]])
def test_content_without_text_or_numbers_is_empty(content: JsonValue) -> None:
    assert text_of(content) == ""


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-7, "-7"),
        (2**70, "1180591620717411303424"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (1e22, "1e+22"),
        (0.1, "0.1"),
        (5e-324, "5e-324"),
    ],
)
def test_numbers_stand_as_their_json_text(number: float, text: str) -> None:
    assert text_of(number) == text


def test_the_longest_integer_is_text() -> None:
    assert text_of(10**4299) == "1" + "0" * 4299


def test_escapes_of_json_are_not_text() -> None:
    assert text_of({"t": "中文\n\u0000"}) == "中文\n\u0000"


def test_the_deepest_content_is_read() -> None:
    content: JsonValue = "kiwi"
    for _ in range(100):
        content = [content]
    assert text_of(content) == "kiwi"


def test_an_object_that_only_looks_tainted_is_ordinary() -> None:
    assert text_of({"$tainted": {"origin": "web", "value": "kiwi", "more": 1}}) == "web\nkiwi\n1"
    assert text_of({"$tainted": {"origin": "web", "value": "kiwi"}, "more": 1}) == "web\nkiwi\n1"
    assert text_of({"$tainted": {"origin": 1, "value": "kiwi"}}) == "1\nkiwi"
    assert text_of({"$tainted": "kiwi"}) == "kiwi"
