"""What a stored value promises: it comes back exactly, whatever JSON it is."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import TypeAlias

from loom_memory_core import MemoryEntry
from pydantic import JsonValue

from loom_conformance.entries import contents, said
from loom_conformance.expect import equal
from loom_conformance.hard_strings import HARD_STRINGS
from loom_conformance.promise import case
from loom_conformance.subject import Subject

Object: TypeAlias = dict[str, JsonValue]

DEEPEST = 100
"""Levels that an entry's value may have."""


FALSY: list[JsonValue] = [None, "", 0, 0.0, False, [], {}, [None], {"": None}, [[]], [{}]]
ALIKE_NUMBERS: list[JsonValue] = [1, 1.0, True, 0, 0.0, False, [1, 1.0, True], {"n": 2.0}]


def round_trip(store: Subject, entries: list[MemoryEntry]) -> None:
    """Store the entries in one go and the last one alone, and read both lists back."""
    store.append("in one go", entries)
    store.append("alone", entries[-1:])
    texts = [entry.to_json() for entry in entries]
    equal([entry.to_json() for entry in store.read("in one go")], texts)
    equal([entry.to_json() for entry in store.read("alone")], texts[-1:])


def nested(depth: int) -> JsonValue:
    """Lists and objects in turn, ``depth`` of them."""
    value: JsonValue = "innermost"
    for level in range(depth):
        value = [value] if level % 2 else {"in": value}
    return value


class ValueCases:
    """Contents that some engines change, cut, reorder or refuse."""

    @case("values.text")
    def test_values_text(self, store: Subject) -> None:
        """Every text comes back exactly, the hard strings included."""
        round_trip(store, said(*HARD_STRINGS.values()))

    @case("values.text-inside")
    def test_values_text_inside(self, store: Subject) -> None:
        """Every text comes back exactly as a key and as a leaf of an object."""
        round_trip(store, said(*({text: [text]} for text in HARD_STRINGS.values())))

    @case("values.nul")
    def test_values_nul(self, store: Subject) -> None:
        """U+0000 is an ordinary character in content, role and meta; nothing is cut at it."""
        deep: JsonValue = {"a\0b": ["\0", {"x": "y\0"}]}
        entries = [MemoryEntry(content=deep, role="ro\0le", meta={"m\0": "v\0w"})]
        round_trip(store, entries + said("a\0b", "\0", "\0\0tail"))

    @case("values.not-normalised")
    def test_values_not_normalised(self, store: Subject) -> None:
        """Text is not normalised: composed and decomposed forms come back as they were."""
        round_trip(
            store, said("caf\u00e9", "cafe\u0301", "ｆｕｌｌ", "ﬁ", "\u212b", "\u1e9b\u0323")
        )

    @case("values.falsy")
    def test_values_falsy(self, store: Subject) -> None:
        """Empty and zero values are values: each is kept and comes back as itself."""
        round_trip(store, said(*FALSY))

    @case("values.falsy-inside")
    def test_values_falsy_inside(self, store: Subject) -> None:
        """Empty and null values inside an object are kept."""
        value: Object = {
            "a": None,
            "b": 0,
            "c": "",
            "d": [],
            "e": False,
            "f": {},
            "g": [None, 0],
        }
        round_trip(store, [MemoryEntry(content=value, meta=value)])

    @case("values.number-types")
    def test_values_number_types(self, store: Subject) -> None:
        """One, one point nought and true are three different values."""
        round_trip(store, said(*ALIKE_NUMBERS))

    @case("values.large-integers")
    def test_values_large_integers(self, store: Subject) -> None:
        """Integers keep every digit, far beyond 64 bits."""
        numbers = [2**53 + 1, 2**63, -(2**63) - 1, 2**64, 2**70, -(2**70), 10**400, 10**4_299]
        round_trip(store, said(*numbers, {"n": 2**70}))

    @case("values.floats")
    def test_values_floats(self, store: Subject) -> None:
        """Floats keep every bit: the smallest, the largest, and those that print badly."""
        floats = [0.1, 1 / 3, 1e22, 1e23, 5e-324, 1.7976931348623157e308, 123456789.12345679, 1e16]
        round_trip(store, said(*floats, *(-each for each in floats)))

    @case("values.negative-zero")
    def test_values_negative_zero(self, store: Subject) -> None:
        """Negative zero keeps its sign."""
        round_trip(store, said(-0.0, [0.0, -0.0], {"n": -0.0}))

    @case("values.key-order")
    def test_values_key_order(self, store: Subject) -> None:
        """The keys of an object keep their order."""
        value: JsonValue = {"z": 1, "a": {"y": 1, "b": 2, "10": 3, "9": 4}, "m": 2, "A": 3}
        store.append("k", [MemoryEntry(content=value, meta={"z": 1, "a": 2})])
        got = [json.dumps(entry.content) for entry in store.read("k")]
        equal(got, [json.dumps(value)])
        equal([list(entry.meta or ()) for entry in store.read("k")], [["z", "a"]])

    @case("values.deep")
    def test_values_deep(self, store: Subject) -> None:
        """A value nested a hundred levels deep comes back whole."""
        round_trip(store, said(nested(DEEPEST), nested(50)))

    @case("values.wide")
    def test_values_wide(self, store: Subject) -> None:
        """An object of a thousand keys and a list of a thousand items come back whole."""
        wide: JsonValue = {f"key {at}": at for at in range(1_000)}
        long: JsonValue = [f"item {at % 10}" for at in range(1_000)]
        round_trip(store, said(wide, long))

    @case("values.tainted")
    def test_values_tainted(self, store: Subject) -> None:
        """Third-party content keeps the mark of its origin, wherever it stands."""
        tainted: JsonValue = {"$tainted": {"origin": "web", "value": {"text": "buy now"}}}
        alike: JsonValue = {"$tainted": "not the mark", "other": {"$tainted": {"origin": 1}}}
        round_trip(store, said(tainted, {"said": [tainted, "plain"]}, alike))

    @case("values.fields-named-like-ours")
    def test_values_fields_named_like_ours(self, store: Subject) -> None:
        """Content may hold keys that an engine or an entry uses itself."""
        names = ("key", "id", "role", "content", "meta", "timestamp", "user_id", "seq", "rowid")
        value: Object = dict.fromkeys(names, "another")
        entry = MemoryEntry(content=value, meta=value, role="ours", id="ours")
        round_trip(store, [entry])
        equal(store.read("another"), [])

    @case("values.equal-json-is-not-merged")
    def test_values_equal_json_is_not_merged(self, store: Subject) -> None:
        """Values that differ only in type or key order are not stored as one."""
        values: list[JsonValue] = [{"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 1.0, "b": 2}, "1", 1]
        store.append("k", said(*values))
        equal([json.dumps(each) for each in contents(store.read("k"))], [*map(json.dumps, values)])


class FieldCases:
    """The fields beside the content: absent is not null."""

    @case("fields.absent-role")
    def test_fields_absent_role(self, store: Subject) -> None:
        """A role that was absent comes back absent: None, and left out of the JSON."""
        store.append("k", [MemoryEntry(content="hi", id="1")])
        equal([entry.role for entry in store.read("k")], [None])
        equal([entry.to_json() for entry in store.read("k")], ['{"content":"hi","id":"1"}'])

    @case("fields.empty-role")
    def test_fields_empty_role(self, store: Subject) -> None:
        """An empty role is a role: it comes back empty, not absent."""
        round_trip(store, [MemoryEntry(content="hi", role=""), MemoryEntry(content="hi")])

    @case("fields.roles")
    def test_fields_roles(self, store: Subject) -> None:
        """A role may be any text."""
        round_trip(store, [MemoryEntry(content=1, role=text) for text in HARD_STRINGS.values()])

    @case("fields.absent-and-empty-meta")
    def test_fields_absent_and_empty_meta(self, store: Subject) -> None:
        """Meta that was absent comes back absent, and meta that was empty comes back empty."""
        round_trip(store, [MemoryEntry(content=1), MemoryEntry(content=1, meta={})])

    @case("fields.meta")
    def test_fields_meta(self, store: Subject) -> None:
        """Meta is carried and returned as it is: any JSON object."""
        meta: Object = {
            "source": {"url": "https://x/?a=b", "line": 7},
            "flags": [True, None, -0.0],
        }
        round_trip(store, [MemoryEntry(content="hi", meta=meta), *metas_of_hard_strings()])

    @case("fields.timestamps")
    def test_fields_timestamps(self, store: Subject) -> None:
        """A timestamp keeps its microseconds and its moment, whatever zone it was given in."""
        east = timezone(timedelta(hours=5, minutes=45))
        times = [
            datetime(2026, 3, 29, 1, 59, 59, 999_999, tzinfo=UTC),
            datetime(2026, 3, 29, 12, 0, 0, 1, tzinfo=east),
            datetime(1, 1, 1, tzinfo=UTC),
            datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            datetime(1969, 12, 31, 23, 59, 59, 5, tzinfo=UTC),
        ]
        round_trip(store, [MemoryEntry(content="hi", timestamp=time) for time in times])
        equal([entry.timestamp for entry in store.read("in one go")], times)

    @case("fields.absent-timestamp")
    def test_fields_absent_timestamp(self, store: Subject) -> None:
        """A store does not invent a timestamp for an entry that has none."""
        store.append("k", said("hi"))
        equal([entry.timestamp for entry in store.read("k")], [None])

    @case("fields.ids")
    def test_fields_ids(self, store: Subject) -> None:
        """An id is any text of 1 to 256 bytes, and comes back exactly."""
        names = ["1", " ", "a/b", "A", "a", "%", "'; --", "日本", "é" * 128, "x" * 256, "caf\u00e9"]
        round_trip(store, [MemoryEntry(content="hi", id=name) for name in names])

    @case("fields.random-ids")
    def test_fields_random_ids(self, store: Subject) -> None:
        """The id that an entry gave itself is kept: a store does not number entries anew."""
        entries = said("one", "two")
        store.append("k", entries)
        equal([entry.id for entry in store.read("k")], [entry.id for entry in entries])


def metas_of_hard_strings() -> list[MemoryEntry]:
    """One entry for each hard string, which is a name and a value of its meta."""
    return [MemoryEntry(content=1, meta={text: text}) for text in HARD_STRINGS.values()]
