"""The entry: what it takes, what it refuses and where, and its one JSON."""

import copy
import json
import pickle
from datetime import UTC, datetime, timedelta, timezone
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InvalidEntryError, MemoryEntry
from pydantic import JsonValue, ValidationError

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = (
    st.none()
    | st.booleans()
    | TEXT
    | st.integers()
    | st.integers(min_value=2**64)
    | st.floats(allow_nan=False, allow_infinity=False)
)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner))
TIMES = st.datetimes(
    min_value=datetime(2, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone
    max_value=datetime(9998, 1, 1),  # noqa: DTZ001 - likewise
    timezones=st.integers(-14, 14).map(lambda hours: timezone(timedelta(hours=hours))),
)
ENTRIES = st.builds(
    MemoryEntry,
    content=JSON,
    role=st.none() | TEXT,
    timestamp=st.none() | TIMES,
    meta=st.none() | st.dictionaries(TEXT, JSON),
)


@given(ENTRIES)
def test_json_round_trips(entry: MemoryEntry) -> None:
    text = entry.to_json()
    for again in (MemoryEntry.from_json(text), MemoryEntry.from_stored(text)):
        assert again == entry
        assert again.to_json() == text
    assert MemoryEntry.from_json(text.encode()) == entry
    assert pickle.loads(pickle.dumps(entry)) == entry


def test_absent_fields_are_left_out() -> None:
    assert MemoryEntry(content=None, id="1").to_json() == '{"content":null,"id":"1"}'


@pytest.mark.parametrize("value", [None, False, 0, "", [], {}, -0.0, 2**70, "a\0b", "e\u0301"])
def test_falsy_and_odd_values_come_back_as_they_are(value: object) -> None:
    entry = MemoryEntry(content=value)  # type: ignore[arg-type]  # each is a JSON value
    again = MemoryEntry.from_stored(entry.to_json()).content
    assert (repr(again), type(again)) == (repr(value), type(value))


@pytest.mark.parametrize(("one", "other"), [(1, 1.0), (1, True), (0, False), (0.0, -0.0)])
def test_values_that_python_calls_equal_make_different_entries(one: float, other: float) -> None:
    assert MemoryEntry(content=one, id="x") != MemoryEntry(content=other, id="x")


def test_equal_entries_hash_alike() -> None:
    content: JsonValue = {"steps": ["stop", 3]}
    one, other = MemoryEntry(content=content, id="x"), MemoryEntry(content=content, id="x")
    assert len({one, other}) == 1
    assert one != "x"


def test_key_order_is_kept() -> None:
    assert MemoryEntry(content={"b": 1, "a": 2}).to_json().startswith('{"content":{"b":1,"a":2}')


def test_time_is_kept_in_utc_to_the_microsecond() -> None:
    said = datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
    entry = MemoryEntry(content="x", timestamp=said)
    assert entry.timestamp == said
    assert MemoryEntry.from_stored(entry.to_json()).timestamp == said
    assert '"2026-01-01T10:00:00.123456+00:00"' in entry.to_json()


def test_ids_are_random_uuids_unless_given() -> None:
    ids = {MemoryEntry(content="x").id for _ in range(100)}
    assert len(ids) == 100
    assert {len(each) for each in ids} == {36}


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    HIGH = 3


def test_subclasses_of_plain_types_are_stored_as_their_plain_value() -> None:
    entry = MemoryEntry(content=[Colour.RED, Level.HIGH])
    assert entry.to_json().startswith('{"content":["red",3]')
    assert isinstance(entry.content, list)
    assert [type(item) for item in entry.content] == [str, int]


REFUSED: list[tuple[dict[str, object], str]] = [
    ({}, "content is missing"),
    ({"content": {1, 2}}, "content is a set"),
    ({"content": (1, 2)}, "content is a tuple"),
    ({"content": b"x"}, "content is a bytes"),
    ({"content": {"a": [1, float("nan")]}}, "content.a[1] is nan"),
    ({"content": [float("-inf")]}, "content[0] is -inf"),
    ({"content": {1: "x"}}, "key 1, a int"),
    ({"content": 10**4300}, "content is an integer of more than 4300 digits"),
    ({"content": [-(10**4300)]}, "content[0] is an integer of more than 4300 digits"),
    ({"content": "x", "role": 10**5000}, "role is <int>"),
    ({"content": "half \ud83d"}, "lone surrogate '\\ud83d' at position 5"),
    ({"content": {"\ud83d": 1}}, "lone surrogate"),
    ({"content": "x", "role": 3}, "role is 3"),
    ({"content": "x", "role": "\udc00"}, "role holds the lone surrogate"),
    ({"content": "x", "timestamp": "2026-01-01T00:00:00Z"}, "timestamp is '2026-01-01T00:00:00Z'"),
    ({"content": "x", "timestamp": datetime(2026, 1, 1)}, "naive"),  # noqa: DTZ001 - the point
    (
        {"content": "x", "timestamp": datetime.min.replace(tzinfo=timezone(timedelta(hours=2)))},
        "outside the years 1 to 9999",
    ),
    ({"content": "x", "meta": "text"}, "meta is 'text'"),
    ({"content": "x", "meta": {"a": float("inf")}}, "meta.a is inf"),
    ({"content": "x", "id": ""}, "of 0 bytes"),
    ({"content": "x", "id": "é" * 129}, "of 258 bytes"),
    ({"content": "x", "id": "a\0"}, "no U+0000"),
    ({"content": "x", "id": 7}, "id is 7"),
    ({"content": "x", "id": None}, "id is None"),
    ({"content": "x", "text": "y"}, "'text' is not a field"),
]


@pytest.mark.parametrize(("fields", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_refusals_name_the_place(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidEntryError) as caught:
        MemoryEntry(**fields)  # type: ignore[arg-type]  # wrong on purpose
    assert message in caught.value.message
    assert caught.value.hint


def test_text_where_an_entry_belongs_is_told_the_fix() -> None:
    with pytest.raises(InvalidEntryError, match="MemoryEntry\\(content='buy milk'\\)"):
        MemoryEntry("buy milk")  # type: ignore[call-arg]  # the commonest mistake
    with pytest.raises(InvalidEntryError, match="content='buy milk'"):
        MemoryEntry.from_json('"buy milk"')
    with pytest.raises(InvalidEntryError, match="MemoryEntry\\(content=text\\)"):
        MemoryEntry.from_json("buy milk")


def shown(text: str | bytes) -> str:
    return repr(text)[:40]


BAD_JSON: list[tuple[str | bytes, str]] = [
    ('{"content":NaN}', "NaN"),
    ('{"content":-Infinity}', "-Infinity"),
    ('{"content":1e400}', "1e400"),
    ('{"content":{"a":1,"a":2}}', "'a' stands twice"),
    ('{"content":1,"content":2}', "'content' stands twice"),
    ('{"content":1,"role":null}', "role is null"),
    ('{"content":1,"timestamp":null}', "timestamp is null"),
    ('{"content":1,"meta":null}', "meta is null"),
    ('{"content":1,"id":null}', "id is null"),
    ('{"content":1,"kind":2}', "'kind' is not a field"),
    ('{"content":1,"timestamp":5}', "not an ISO 8601 time"),
    ('{"content":1,"timestamp":"yesterday"}', "not an ISO 8601 time"),
    ('{"content":1,"timestamp":"2026-01-01"}', "naive"),
    ('{"content":"\\ud83d"}', "lone surrogate"),
    ('{"content":' + "[" * 101 + "]" * 101 + "}", "more than 100 levels"),
    ("[" * 100_000, "more than 100 levels"),
    ('{"content":1' + "0" * 4300 + "}", "digits"),
    ('{"content":1', "not JSON"),
    ("", "not JSON"),
    ("[1]", "is a list, not an entry"),
    (b"\xff", "not JSON"),
]


@pytest.mark.parametrize(("text", "message"), BAD_JSON, ids=[shown(text) for text, _ in BAD_JSON])
def test_json_that_a_lenient_parser_would_guess_at_is_refused(
    text: str | bytes, message: str
) -> None:
    with pytest.raises(InvalidEntryError) as caught:
        MemoryEntry.from_json(text)
    assert message in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        '{"content":1',
        '{"role":"x"}',
        "",
        '{"content":1,"role":[]}',
        '{"content":1}',
        '{"content":NaN,"id":"x"}',
        '{"content":[1e400],"id":"x"}',
        '{"content":1,"meta":{"a":NaN},"id":"x"}',
    ],
)
def test_a_stored_text_that_cannot_be_parsed_is_refused(text: str) -> None:
    with pytest.raises(InvalidEntryError):
        MemoryEntry.from_stored(text)


def nested(levels: int) -> JsonValue:
    value: JsonValue = "x"
    for _ in range(levels):
        value = [value]
    return value


def test_limits_are_inside() -> None:
    entry = MemoryEntry(content=[10**4300 - 1, nested(99)], id="é" * 128, meta={"a": nested(99)})
    assert MemoryEntry.from_json(entry.to_json()) == entry
    assert MemoryEntry.from_stored(entry.to_json()) == entry
    with pytest.raises(InvalidEntryError, match="more than 100 levels"):
        MemoryEntry(content=nested(101))
    with pytest.raises(InvalidEntryError, match="more than 100 levels"):
        MemoryEntry(content="x", meta={"a": nested(100)})


def test_an_object_that_holds_itself_is_refused() -> None:
    content: list[JsonValue] = []
    content.append(content)
    with pytest.raises(InvalidEntryError, match="more than 100 levels"):
        MemoryEntry(content=content)


def test_changing_the_callers_object_changes_nothing() -> None:
    content: dict[str, JsonValue] = {"a": [1]}
    entry = MemoryEntry(content=content)
    content["a"] = "changed"
    assert entry.to_json().startswith('{"content":{"a":[1]}')


def test_an_object_inside_that_was_spoilt_is_refused_when_stored() -> None:
    entry = MemoryEntry(content=[1])
    assert isinstance(entry.content, list)
    entry.content[0] = float("nan")
    with pytest.raises(InvalidEntryError, match="content\\[0\\] is nan"):
        entry.to_json()


def test_an_entry_cannot_be_changed() -> None:
    entry = MemoryEntry(content="x")
    with pytest.raises(ValidationError, match="frozen"):
        entry.role = "user"  # type: ignore[misc]  # wrong on purpose
    assert copy.deepcopy(entry) == entry


def test_json_by_hand_needs_no_id_and_takes_any_zone() -> None:
    text = json.dumps({"content": "x", "timestamp": "2026-01-01T00:00:00Z"})
    entry = MemoryEntry.from_json(text)
    assert entry.timestamp == datetime(2026, 1, 1, tzinfo=UTC)
    assert len(entry.id) == 36


@pytest.mark.parametrize(
    "change",
    [
        {"role": 5},
        {"id": None},
        {"id": ""},
        {"id": "x" * 257},
        {"id": "a\0b"},
        {"meta": [1]},
        {"meta": {1: 2}},
        {"timestamp": datetime(2026, 1, 1)},  # noqa: DTZ001 - the point
        {"timestamp": "hi"},
        {"content": float("nan")},
        {"content": (1, 2)},
    ],
    ids=str,
)
def test_a_field_that_was_changed_without_a_check_is_refused_when_stored(
    change: dict[str, object],
) -> None:
    entry = MemoryEntry(content="x").model_copy(update=change)
    with pytest.raises(InvalidEntryError):
        entry.to_json()


def test_a_right_field_that_was_changed_without_a_check_is_stored_as_ever() -> None:
    said = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    changed = MemoryEntry(content="x", id="1").model_copy(update={"timestamp": said, "role": "a"})
    assert changed.to_json() == MemoryEntry(content="x", id="1", role="a", timestamp=said).to_json()
