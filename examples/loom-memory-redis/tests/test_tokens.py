"""What an index is given is safe whatever the text holds."""

import re

from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import MemoryEntry, tokenize

from loom_memory_redis.tokens import query_tokens, row_tokens

TOKENS = re.compile(rb"(w[0-9a-f]{24}([ |]w[0-9a-f]{24})*)?")


@given(st.text(), st.text())
def test_no_text_reaches_the_syntax_of_a_query(key: str, text: str) -> None:
    assert TOKENS.fullmatch(query_tokens(key, text))
    assert TOKENS.fullmatch(row_tokens(key, MemoryEntry(content=text)))


@given(st.text(min_size=1))
def test_every_term_of_a_query_is_among_the_tokens_of_its_own_text(text: str) -> None:
    rows = row_tokens("k", MemoryEntry(content=text)).split()
    asked = [token for token in query_tokens("k", text).split(b"|") if token]
    assert len(asked) == len(set(tokenize(text)))
    assert set(asked) <= set(rows)


def test_another_key_has_other_tokens() -> None:
    assert query_tokens("one", "tea") != query_tokens("two", "tea")
    assert query_tokens("one", "tea") == query_tokens("one", "TEA tea")


def test_long_terms_stay_apart_below_the_length_at_which_redisearch_cuts() -> None:
    one, other = query_tokens("k", "x" * 255 + "a"), query_tokens("k", "x" * 255 + "b")
    assert one != other
    assert len(one) == len(other) < 128


def test_what_holds_no_term_gives_no_token() -> None:
    assert query_tokens("k", "!!! \0 🚀") == b""
    assert row_tokens("k", MemoryEntry(content=[None, True], role="tea", meta={"tea": 1})) == b""
