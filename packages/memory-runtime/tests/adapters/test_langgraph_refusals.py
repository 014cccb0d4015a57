"""What makes no sense to a LangGraph store is refused before anything is read or written."""

from typing import Any

import pytest
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from loom_memory_core import InMemoryStore, InvalidOptionsError
from loom_memory_runtime.adapters.langgraph import LoomStore

TEA = {"text": "Ada likes green tea"}


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore()


@pytest.fixture
def memory(store: InMemoryStore) -> LoomStore:
    return LoomStore(store, "items")


def matching(how: str, path: object) -> ListNamespacesOp:
    kind: Any = MatchCondition
    return ListNamespacesOp((kind(how, path),))


# Without their types, which forbid what is tried here.
put: Any = PutOp
get: Any = GetOp
search: Any = SearchOp
listing: Any = ListNamespacesOp

WRONG_TYPES: list[tuple[object, str]] = [
    ("get", "no operation of a LangGraph store"),
    (put("users", "k", TEA), r"'users' is a str and no namespace.*\('users',\)"),
    (put(("n", 7), "k", TEA), "a tuple of labels, each a str"),
    (put(("n",), 7, TEA), "the key is 7, a int"),
    (put(("n",), "k", ["tea"]), "a list; an item's value is a mapping"),
    (put(("n",), "k", TEA, index="text"), "index is 'text'; pass False, or a list of paths"),
    (put(("n",), "k", TEA, index=True), "index is True"),
    (put(("n",), "k", TEA, index=[7]), r"index is \[7\]"),
    (get("users", "k"), "'users' is a str"),
    (get(("n",), 7), "the key is 7"),
    (search("users"), "'users' is a str"),
    (search((), limit=True), "limit is True, a bool"),
    (search((), offset="1"), "offset is '1', a str"),
    (search((), query=7), "query is 7"),
    (search((), filter=["kind"]), r"filter is \['kind'\], a list"),
    (listing(max_depth="1"), "max_depth is '1'"),
    (matching("prefix", "users"), "'users' is a str"),
    (listing((("prefix", ("n",)),)), "pass a MatchCondition"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG_TYPES, ids=range(len(WRONG_TYPES)))
def test_another_type_is_refused(memory: LoomStore, wrong: Any, says: str) -> None:  # noqa: ANN401
    with pytest.raises(TypeError, match=says):
        memory.batch([PutOp(("n",), "good", TEA), wrong])
    assert memory.search(()) == []


@pytest.mark.parametrize(
    ("op", "says"),
    [
        (SearchOp((), limit=-1), "limit is -1"),
        (SearchOp((), offset=-2), "offset is -2"),
        (ListNamespacesOp(limit=-3), "limit is -3"),
        (ListNamespacesOp(offset=-4), "offset is -4"),
        (ListNamespacesOp(max_depth=-5), "max_depth is -5"),
    ],
)
def test_less_than_nothing_is_refused(memory: LoomStore, op: Any, says: str) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=says):
        memory.batch([PutOp(("n",), "good", TEA), op])
    assert memory.search(()) == []


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"of": {"name": {"$like": "A%"}}}, r"'\$like' is no operator"),
        ({"tags": ["a", {"$like": "A%"}]}, r"'\$like' is no operator"),
        ({"weight": {"$gt": 1, "unit": "g"}}, "'unit' is no operator"),
        ({"$or": [{"kind": "fact"}]}, r"'\$or' stands in the filter where a field must"),
        ({"$gt": 1}, r"'\$gt' stands in the filter where a field must"),
    ],
)
def test_a_filter_that_asks_for_something_else_is_refused(
    memory: LoomStore, wanted: dict[str, Any], says: str
) -> None:
    with pytest.raises(InvalidOptionsError, match=says):
        memory.search((), filter=wanted)


def test_a_namespace_is_matched_at_one_of_its_ends(memory: LoomStore) -> None:
    with pytest.raises(InvalidOptionsError, match="'infix' is no way"):
        memory.batch([matching("infix", ("n",))])


def test_an_item_needs_a_namespace(memory: LoomStore, store: InMemoryStore) -> None:
    with pytest.raises(InvalidNamespaceError):
        memory.put((), "k", TEA)
    with pytest.raises(TypeError, match="'users' is a str"):
        memory.put("users", "k", TEA)  # type: ignore[arg-type]  # the mistake
    assert store.read("items") == []
