import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loom_memory_core import InMemoryStore, InvalidKeyError
from loom_memory_knowledge import Scope
from loom_memory_knowledge.keys import directory_prefix, dirent_key, document_key, plane_key

IDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40
)


@given(IDS)
def test_a_scope_is_read_back_from_its_text(id_: str) -> None:
    scope = Scope("tenant", id_)
    assert Scope.parse(str(scope)) == scope
    assert pickle.loads(pickle.dumps(scope)) == scope


@given(IDS, IDS)
def test_no_scope_reaches_into_another(one: str, other: str) -> None:
    first, second = Scope("user", one), Scope("user", other)
    if one != other:
        assert not document_key(second, "d").startswith(first.prefix)


@pytest.mark.parametrize(("one", "other"), [("a/doc", "a"), ("a%2F", "a/"), ("a/", "a")])
def test_ids_that_would_collide_without_encoding_do_not(one: str, other: str) -> None:
    assert Scope("user", one).prefix != Scope("user", other).prefix


@pytest.mark.parametrize("text", ["ada", "person/ada", "", "/ada", "User/ada"])
def test_an_unknown_kind_names_the_three(text: str) -> None:
    with pytest.raises(InvalidKeyError, match="of no known kind") as caught:
        Scope.parse(text)
    assert "tenant/<id>" in caught.value.hint


@pytest.mark.parametrize("id_", ["", "x" * 201, "é" * 101, "a\0b", "half \ud800"])
def test_an_id_that_no_key_can_hold_is_refused(id_: str) -> None:
    with pytest.raises(InvalidKeyError):
        Scope.parse(f"user/{id_}")
    with pytest.raises(InvalidKeyError):
        _ = Scope("user", id_).prefix


def test_text_alone_is_parsed() -> None:
    with pytest.raises(TypeError, match="pass text or a Scope"):
        Scope.parse(7)  # type: ignore[arg-type]


def test_the_longest_id_leaves_room_for_its_keys() -> None:
    scope = Scope("tenant", "/" * 200)
    key = plane_key(scope, "facts.past")
    InMemoryStore().append(key, [])
    assert len(key.encode()) < 1_024


def test_a_name_is_told_from_a_directory() -> None:
    scope = Scope("user", "ada")
    inner = dirent_key(scope, "/a/b", "c")
    assert inner.startswith(directory_prefix(scope, "/a/b"))
    assert not inner.startswith(directory_prefix(scope, "/a"))
    assert not inner.startswith(directory_prefix(scope, ""))
