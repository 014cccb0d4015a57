"""Which texts are embedded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_conformance import HARD_STRINGS, SURROGATES
from loom_memory_core import MemoryEntry, searchable_text, tokenize
from loom_memory_vector import embeddable, embeddable_query


@given(st.text())
def test_a_text_is_embedded_if_it_has_a_term(text: str) -> None:
    found = embeddable_query(text)
    assert (found is None) == (tokenize(text) == [])
    assert found is None or tokenize(found) == tokenize(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_an_entry_is_embedded_as_it_is_projected(text: str) -> None:
    entry = MemoryEntry(content={"a": [text, True, None]}, role="somebody", meta={"b": "c"})
    found = embeddable(entry)
    assert (found is None) == (tokenize(text) == [])
    assert found is None or tokenize(found) == tokenize(searchable_text(entry))


@pytest.mark.parametrize("name", [*HARD_STRINGS, *SURROGATES])
def test_a_hard_string_is_text_that_a_model_can_read(name: str) -> None:
    found = embeddable_query({**HARD_STRINGS, **SURROGATES}[name])
    assert found is None or found.encode().find(0) == -1


def test_a_term_far_from_the_beginning_is_seen() -> None:
    assert embeddable(MemoryEntry(content="." * 5_000 + "kiwi")) is not None


@pytest.mark.parametrize("query", ["", "  ", "?!", "\u200b", "\0", "\ud800", "🚀"])
def test_a_query_without_a_term_is_none(query: str) -> None:
    assert embeddable_query(query) is None
