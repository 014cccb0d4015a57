"""Hypothesis strategies for keys, entries and queries, for anybody's tests.

Example:
    >>> from hypothesis import given
    >>> @given(entries())
    ... def test_round_trip(entry):
    ...     assert MemoryEntry.from_json(entry.to_json()) == entry
    >>> test_round_trip()
"""

from datetime import UTC
from typing import Any

from hypothesis import strategies as st
from loom_memory_core import MemoryEntry
from pydantic import JsonValue

from loom_conformance.hard_strings import HARD_STRINGS, SURROGATES

WORDS = ("kiwi", "mango", "quartz", "db-7", "the", "NOT", "café", "设备清单", "ไทย", "7", "don't")
"""Words that examples share, so that searches find something."""


def texts(max_size: int = 40) -> st.SearchStrategy[str]:
    """Text that can be stored: anything but half a surrogate pair, hard strings often."""
    return st.one_of(
        phrases(),
        st.sampled_from([text for text in HARD_STRINGS.values() if len(text) <= max_size]),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size),
    )


def phrases() -> st.SearchStrategy[str]:
    """A few words of ``WORDS``."""
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


def keys() -> st.SearchStrategy[str]:
    """Text that names a list."""
    text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
    return st.one_of(st.sampled_from(["a", "A", "a/b", "a%", "ab"]), text.filter(bool))


def numbers() -> st.SearchStrategy[float]:
    """Numbers that JSON has: integers of any size, finite floats."""
    return st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False))


def contents() -> st.SearchStrategy[JsonValue]:
    """JSON values that can be stored."""
    leaves: st.SearchStrategy[Any] = st.one_of(st.none(), st.booleans(), numbers(), texts())
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(texts(12), inner, max_size=3)
        ),
        max_leaves=6,
    )


def entries(ids: st.SearchStrategy[str] | None = None) -> st.SearchStrategy[MemoryEntry]:
    """Entries with every field present or absent.

    Args:
        ids: Where ids come from; a few short ones that repeat, unless given.
    """
    return st.builds(
        MemoryEntry,
        content=st.one_of(phrases(), contents()),
        role=st.one_of(st.none(), texts(8)),
        timestamp=st.one_of(st.none(), st.datetimes(timezones=st.just(UTC))),
        meta=st.one_of(st.none(), st.dictionaries(texts(8), contents(), max_size=2)),
        id=st.sampled_from("abcdef") if ids is None else ids,
    )


def queries() -> st.SearchStrategy[str]:
    """Any text at all: halves of surrogate pairs included."""
    return st.one_of(phrases(), texts(), st.sampled_from(list(SURROGATES.values())), st.text())
