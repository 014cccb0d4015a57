"""Presence is the feature flag: supports and require."""

import pytest
from loom_memory_core import (
    OPTIONAL_VERBS,
    InMemoryStore,
    MemoryEntry,
    SearchableStore,
    SearchUnsupportedError,
    VerbUnsupportedError,
    require,
    supports,
)


class ThreeVerbs:
    """The least that is a store."""

    def append(self, key: str, entries: list[MemoryEntry]) -> None: ...
    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]: ...  # type: ignore[empty-body]  # never called
    def clear(self, key: str) -> None: ...


class Forgetful(ThreeVerbs, SearchableStore):  # type: ignore[misc]  # list for Sequence
    """Inherits the stub of ``search`` from the protocol."""


def test_the_reference_has_every_verb() -> None:
    store = InMemoryStore()
    assert all(supports(store, verb) for verb in OPTIONAL_VERBS)
    assert require(store, "search") is store


def test_an_absent_verb_is_refused_by_name() -> None:
    store = ThreeVerbs()
    assert not any(supports(store, verb) for verb in OPTIONAL_VERBS)
    with pytest.raises(SearchUnsupportedError, match="ThreeVerbs has no verb 'search'"):
        require(store, "search")
    with pytest.raises(VerbUnsupportedError, match="'replace'"):
        require(store, "replace")


def test_a_stub_inherited_from_a_protocol_is_not_a_verb() -> None:
    assert not supports(Forgetful(), "search")  # type: ignore[abstract]  # the mistake itself


def test_an_attribute_that_cannot_be_called_is_not_a_verb() -> None:
    store = ThreeVerbs()
    store.search = None  # type: ignore[attr-defined]  # set on purpose
    assert not supports(store, "search")


def test_a_misspelt_verb_is_told_the_right_one() -> None:
    with pytest.raises(VerbUnsupportedError, match="did you mean 'search'"):
        require(InMemoryStore(), "serach")
