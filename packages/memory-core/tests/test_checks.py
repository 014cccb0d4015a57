"""The refusals that every verb makes first."""

import sys

import pytest
from loom_memory_core import (
    InvalidKeyError,
    MemoryEntry,
    check_entries,
    check_expected,
    check_flag,
    check_ids,
    check_key,
    check_limit,
    check_prefix,
    check_query,
)

KEYS = ["a", "user/ada@example.com", "%_*'\"\\", "日本 1", "x" * 1024, "é" * 512, " ", "\n"]


@pytest.mark.parametrize("key", KEYS)
def test_any_text_is_a_key(key: str) -> None:
    assert check_key(key) == key


@pytest.mark.parametrize("key", ["", "a\0b", "half \ud83d", "x" * 1025, "é" * 513])
def test_keys_that_no_backend_takes(key: str) -> None:
    with pytest.raises(InvalidKeyError):
        check_key(key)


@pytest.mark.parametrize(
    "key", [None, 123, b"k", ("a", "b"), ["k"], pytest.param(10**5000, id="no repr")]
)
def test_a_key_that_is_not_text_is_a_type_error(key: object) -> None:
    with pytest.raises(TypeError, match="a key is a str"):
        check_key(key)


def test_entries_are_a_sequence_of_entries() -> None:
    entry = MemoryEntry(content="x")
    assert check_entries((entry,)) == [entry]
    assert check_entries([]) == []


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ("text", "a str; pass a list"),
        (b"text", "a bytes"),
        (MemoryEntry(content="x"), r"put it into a list: \[entry\]"),
        (iter([MemoryEntry(content="x")]), "iterator"),
        ({"content": "x"}, "a dict"),
        (None, "a NoneType"),
        (["text"], r"entries\[0\] is 'text', a str; wrap it: MemoryEntry"),
        ([MemoryEntry(content="x"), {"content": "x"}], r"entries\[1\]"),
    ],
)
def test_anything_else_is_a_type_error(entries: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        check_entries(entries)


def test_limits() -> None:
    assert check_limit(None) is None
    assert check_limit(0) == 0
    assert check_limit(10**30) == sys.maxsize
    with pytest.raises(ValueError, match="limit is -1"):
        check_limit(-1)
    for wrong in (True, 1.0, "1"):
        with pytest.raises(TypeError, match="pass an int"):
            check_limit(wrong)
    with pytest.raises(TypeError, match="limit is None"):
        check_limit(None, required=True)


def test_ids_that_no_entry_can_have_are_left_out() -> None:
    assert check_ids(["a", "a", "b\0", "\ud83d", ""]) == {"a"}
    assert check_ids({"a": 1}.keys()) == {"a"}


@pytest.mark.parametrize("ids", ["abc", b"ab", None, 5, iter(["a"]), [1], [None]])
def test_ids_of_the_wrong_type(ids: object) -> None:
    with pytest.raises(TypeError):
        check_ids(ids)


def test_expected_keeps_order_and_repeats() -> None:
    assert check_expected(None) is None
    assert check_expected(("b", "a", "a")) == ["b", "a", "a"]
    for wrong in ("abc", {"a"}, [1]):
        with pytest.raises(TypeError):
            check_expected(wrong)


def test_every_text_is_a_query() -> None:
    for query in ("", "\0", "\ud83d", "AND NOT (", "x" * 100_000):
        assert check_query(query) == query
    with pytest.raises(TypeError, match="a query is a str"):
        check_query(None)


def test_a_prefix_that_no_key_can_have() -> None:
    assert check_prefix("") == ""
    assert check_prefix("user/") == "user/"
    assert check_prefix("\0") is None
    assert check_prefix("\ud83d") is None
    with pytest.raises(TypeError):
        check_prefix(None)


def test_a_flag_is_true_or_false() -> None:
    for right in (True, False):
        assert check_flag(right, name="check") is right
    for wrong in (1, "yes", None):
        with pytest.raises(TypeError, match=r"check is .*; pass True or False"):
            check_flag(wrong, name="check")
