"""Two pairs of tier and scope never share a key, whatever stands in a scope."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from loom_memory_core import InvalidKeyError, check_key
from loom_memory_runtime import TIERS, Tier, tier_and_scope, tier_key

tiers = st.sampled_from(TIERS)
PIECES = ["%", "%00", "%25", "%2500", "\0", "0", "25", "/", ".", "_", ":", "\\", "working/", "a"]
scopes = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=75),
)
pairs = st.tuples(tiers, scopes)


@given(pairs, pairs)
def test_two_pairs_have_two_keys(one: tuple[Tier, str], other: tuple[Tier, str]) -> None:
    assume(one != other)
    assert tier_key(*one) != tier_key(*other)


@given(pairs)
def test_a_key_can_be_used_and_read_back(pair: tuple[Tier, str]) -> None:
    key = tier_key(*pair)
    assert check_key(key) == key
    assert tier_and_scope(key) == pair


@given(st.text(max_size=20))
def test_what_is_read_back_is_the_key_of_no_other_list(text: str) -> None:
    for key in (text, f"working/{text}"):
        found = tier_and_scope(key)
        assert found is None or tier_key(*found) == key


@pytest.mark.parametrize("character", ["%", "\0", "é", "库", "🜁"])
def test_the_longest_scope_makes_a_key(character: str) -> None:
    scope = character * (300 // len(character.encode()))
    for tier in TIERS:
        assert check_key(tier_key(tier, scope))


def test_a_longer_scope_is_refused() -> None:
    with pytest.raises(InvalidKeyError, match="301 bytes of UTF-8, more than 300"):
        tier_key("working", "é" * 150 + "x")


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InvalidKeyError, match="lone surrogate"):
        tier_key("working", "a\ud800")


def test_a_scope_is_text() -> None:
    with pytest.raises(TypeError, match="a scope is a str"):
        tier_key("working", ("team", "db"))  # type: ignore[arg-type]


@pytest.mark.parametrize("tier", ["Working", "work", ""])
def test_there_are_four_tiers(tier: Tier) -> None:
    with pytest.raises(ValueError, match="pass one of"):
        tier_key(tier, "team/db")
