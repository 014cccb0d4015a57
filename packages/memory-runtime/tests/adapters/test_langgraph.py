"""A LangGraph store over each backend: what LangGraph's own stores promise, kept or refused."""

import asyncio
from typing import Any

import pytest
from langgraph.store.base import GetOp, ListNamespacesOp, PutOp, SearchOp
from loom_memory_core import (
    InvalidEntryError,
    MemoryEntry,
    MemoryStore,
    SearchUnsupportedError,
    VerbUnsupportedError,
    opened,
    require,
)
from loom_memory_runtime.adapters.langgraph import MOST_VERSIONS, LoomStore

TEA = {"text": "Ada likes green tea", "kind": "taste", "weight": 3}
HARD: dict[str, Any] = {
    "a": None,
    "b": [],
    "c": {"d": ""},
    "e": 0,
    "f": False,
    "g": -0.5,
    "h": "日本\0é",
}


@pytest.fixture
def memory(searching_store: MemoryStore) -> LoomStore:
    return LoomStore(searching_store, "agent/items")


def keys(items: list[Any]) -> list[str]:
    return [item.key for item in items]


def test_an_item_comes_back_as_it_was_put(memory: LoomStore) -> None:
    memory.put(("users", "ada"), "alice@x.com", HARD)
    item = memory.get(("users", "ada"), "alice@x.com")
    assert item is not None
    assert (item.value, item.key, item.namespace) == (HARD, "alice@x.com", ("users", "ada"))
    assert list(item.value) == list(HARD)
    assert memory.get(("users",), "alice@x.com") is None
    assert memory.get(("users", "ada"), "other") is None


def test_a_put_takes_the_place_of_the_last(memory: LoomStore) -> None:
    memory.put(("users",), "ada", TEA)
    first = memory.get(("users",), "ada")
    memory.put(("users",), "ada", {"text": "Ada likes coffee"})
    second = memory.get(("users",), "ada")
    assert first is not None
    assert second is not None
    assert second.value == {"text": "Ada likes coffee"}
    assert second.created_at == first.created_at
    assert second.updated_at >= first.updated_at
    assert keys(memory.search(())) == ["ada"]
    assert memory.search((), query="tea") == []
    assert keys(memory.search((), query="coffee")) == ["ada"]


def test_what_was_deleted_is_nowhere(memory: LoomStore, searching_store: MemoryStore) -> None:
    memory.put(("users",), "ada", TEA)
    memory.put(("users",), "ada", {"text": "Ada likes coffee"})
    memory.delete(("users",), "ada")
    memory.delete(("users",), "ada")
    assert memory.get(("users",), "ada") is None
    assert memory.search((), query="Ada tea coffee") == memory.search(()) == []
    assert memory.list_namespaces() == []
    assert searching_store.read("agent/items") == []
    memory.put(("users",), "ada", {"text": "Ada is back"})
    assert keys(memory.search((), query="tea back")) == ["ada"]


def test_namespaces_are_kept_apart(memory: LoomStore) -> None:
    for name in ("user_1", "userX1", "USER_1", "user%", "user_1 "):
        memory.put((name,), "same", {"text": f"tea of {name}"})
    memory.put(("user_1", "deep"), "same", {"text": "tea below"})
    found = memory.search(("user_1",), query="tea")
    assert {item.namespace for item in found} == {("user_1",), ("user_1", "deep")}
    assert len(memory.search(("user",), query="tea")) == 0
    memory.delete(("user_1",), "same")
    assert memory.get(("USER_1",), "same") is not None
    assert len(memory.search(())) == 5


def test_a_search_fetches_more_until_it_has_enough(memory: LoomStore) -> None:
    memory.batch([PutOp(("noise",), str(n), {"text": "tea " * 20}) for n in range(400)])
    memory.batch([PutOp(("mine",), str(n), {"text": f"tea and {n} words more"}) for n in range(9)])
    found = memory.search(("mine",), query="tea", limit=5, offset=2)
    assert len(found) == 5
    assert keys(memory.search(("mine",), query="tea", limit=100)[2:7]) == keys(found)
    scores = [item.score or 0.0 for item in memory.search((), query="tea", limit=500)]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 409
    assert len(memory.search(("noise",), limit=1_000)) == 400
    assert memory.search((), query="tea", limit=0) == memory.search((), limit=0) == []


def test_a_listing_is_newest_put_first(memory: LoomStore) -> None:
    for key in ("a", "b", "c", "a"):
        memory.put(("n",), key, {"key": key})
    found = memory.search(("n",))
    assert keys(found) == ["a", "c", "b"]
    assert [item.score for item in found] == [None] * 3
    assert keys(memory.search(("n",), limit=1, offset=1)) == ["c"]


@pytest.mark.parametrize("query", ["", "  ", "!!!", "\0"])
def test_a_question_without_a_term_finds_nothing(memory: LoomStore, query: str) -> None:
    memory.put(("n",), "k", TEA)
    assert memory.search((), query=query) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, ["deep", "high", "low"]),
        ({"weight": 3}, ["low"]),
        ({"weight": 3.0, "kind": "taste"}, ["low"]),
        ({"weight": {"$gt": 3}}, ["high"]),
        ({"weight": {"$gte": 3, "$lt": 5}}, ["low"]),
        ({"weight": {"$ne": 3}}, ["deep", "high"]),
        ({"weight": {"$eq": 5}}, ["high"]),
        ({"kind": {"$lte": "fact"}}, ["high"]),
        ({"weight": {"$lt": "x"}}, []),
        ({"weight": True}, []),
        ({"of": {"name": "Ada"}}, ["deep"]),
        ({"of": {"age": {"$gte": 30}}}, ["deep"]),
        ({"tags": ["a", "b"]}, ["deep"]),
        ({"tags": ["a"]}, []),
        ({"of": {"$eq": {"age": 36, "name": "Ada"}}}, ["deep"]),
        ({"of": {"$eq": {"name": "Ada"}}}, []),
        ({"of": {"$ne": {"name": "Ada", "age": True}}}, ["deep", "high", "low"]),
        ({"tags": {"$eq": ["a", "b"]}}, ["deep"]),
        ({"missing": None}, ["deep", "high", "low"]),
    ],
)
def test_filters_are_exact(memory: LoomStore, wanted: dict[str, Any], found: list[str]) -> None:
    memory.put(("n",), "low", TEA)
    memory.put(("n",), "high", {"text": "tea leaves", "kind": "fact", "weight": 5})
    memory.put(
        ("n",), "deep", {"text": "tea", "of": {"name": "Ada", "age": 36}, "tags": ["a", "b"]}
    )
    assert sorted(keys(memory.search((), filter=wanted))) == found
    assert sorted(keys(memory.search((), query="tea", filter=wanted))) == found


def test_only_the_fields_that_are_to_be_indexed_are(memory: LoomStore) -> None:
    value = {"title": "Tea", "body": {"text": ["green leaves"]}, "secret": "kiwi"}
    memory.put(("n",), "some", value, index=["title", "body.text[*]"])
    memory.put(("n",), "none", {"title": "Tea unseen"}, index=False)
    memory.put(("n",), "all", {"title": "Tea seen"}, index=["$"])
    assert sorted(keys(memory.search((), query="tea"))) == ["all", "some"]
    assert keys(memory.search((), query="leaves")) == ["some"]
    assert memory.search((), query="kiwi unseen") == []
    assert {item.key: item.value for item in memory.search(())}["some"] == value
    assert keys(memory.search((), filter={"title": "Tea unseen"})) == ["none"]


def test_the_reads_of_a_batch_come_before_its_writes(memory: LoomStore) -> None:
    memory.put(("n",), "old", TEA)
    results = memory.batch(
        [
            PutOp(("n",), "new", {"text": "first"}),
            GetOp(("n",), "new"),
            PutOp(("n",), "new", {"text": "second"}),
            PutOp(("n",), "old", None),
            SearchOp(("n",)),
            ListNamespacesOp(),
        ]
    )
    assert results[:4] == [None] * 4
    assert keys(results[4]) == ["old"]  # type: ignore[arg-type]  # the result of a SearchOp
    assert results[5] == [("n",)]
    assert [item.value for item in memory.search(())] == [{"text": "second"}]


def test_namespaces_are_listed(memory: LoomStore) -> None:
    for namespace in [("a", "b", "c"), ("a", "b", "d"), ("a", "x"), ("z", "b", "c")]:
        memory.put(namespace, "k", {})
    assert memory.list_namespaces(prefix=("a",), max_depth=2) == [("a", "b"), ("a", "x")]
    assert memory.list_namespaces(suffix=("c",)) == [("a", "b", "c"), ("z", "b", "c")]
    assert memory.list_namespaces(prefix=("*", "b"), suffix=("d",)) == [("a", "b", "d")]
    assert memory.list_namespaces(prefix=("a", "b", "c", "d")) == []
    assert memory.list_namespaces(limit=2, offset=1) == [("a", "b", "d"), ("a", "x")]


async def everything_at_once(memory: LoomStore) -> list[str]:
    await asyncio.gather(*(memory.aput(("n",), str(n), {"n": n, "text": "tea"}) for n in range(8)))
    item = await memory.aget(("n",), "3")
    assert item is not None
    assert item.value["n"] == 3
    await memory.adelete(("n",), "3")
    assert await memory.alist_namespaces() == [("n",)]
    return sorted(keys(await memory.asearch(("n",), query="tea", limit=20)))


def test_the_same_awaited(memory: LoomStore) -> None:
    assert asyncio.run(everything_at_once(memory)) == ["0", "1", "2", "4", "5", "6", "7"]


def test_superseded_versions_are_dropped(memory: LoomStore, searching_store: MemoryStore) -> None:
    memory.put(("n",), "still", TEA)
    searching_store.append("agent/items", [MemoryEntry(content="a stranger's")])
    for number in range(MOST_VERSIONS + 1):
        memory.put(("n",), "often", {"number": number})
    contents = [entry.content for entry in searching_store.read("agent/items")]
    assert contents == [TEA, "a stranger's", {"number": MOST_VERSIONS}]
    memory.put(("n",), "still", TEA)
    assert memory.compact() == 1
    assert memory.compact() == 0
    assert len(searching_store.read("agent/items")) == 3
    assert sorted(keys(memory.search(()))) == ["often", "still"]


def test_the_list_is_readable_by_anybody(memory: LoomStore, searching_store: MemoryStore) -> None:
    memory.put(("users", "ada"), "tea", TEA)
    (hit,) = require(searching_store, "search").search("agent/items", "green")
    assert hit.entry.content == TEA
    assert hit.entry.meta is not None
    assert hit.entry.meta["namespace"] == ["users", "ada"]
    assert hit.entry.meta["key"] == "tea"


def test_an_item_never_expires(memory: LoomStore) -> None:
    with pytest.raises(NotImplementedError, match="TTL is not supported"):
        memory.put(("n",), "k", TEA, ttl=5)
    with pytest.raises(VerbUnsupportedError, match=r"ttl 5\.0, and no item here expires"):
        memory.batch([PutOp(("n",), "other", TEA), PutOp(("n",), "k", TEA, ttl=5.0)])
    assert memory.search(()) == []


@pytest.mark.parametrize("wrong", [{"n": float("nan")}, {"n": {1, 2}}, {1: "n"}, {"n": (1, 2)}])
def test_a_value_that_is_not_json_is_refused(memory: LoomStore, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidEntryError):
        memory.batch([PutOp(("n",), "good", TEA), PutOp(("n",), "bad", wrong)])
    assert memory.search(()) == []


def test_three_verbs_are_enough_but_for_a_query(plain_store: MemoryStore) -> None:
    memory = LoomStore(plain_store, "items")
    memory.put(("n",), "a", TEA)
    memory.put(("n",), "b", TEA)
    memory.batch([PutOp(("n",), "a", None), PutOp(("n",), "c", TEA), PutOp(("n",), "b", HARD)])
    assert memory.get(("n",), "a") is None
    assert keys(memory.search(("n",))) == ["b", "c"]
    assert memory.list_namespaces() == [("n",)]
    memory.put(("n",), "a", HARD)
    item = memory.get(("n",), "a")
    assert item is not None
    assert item.value == HARD
    assert item.created_at == item.updated_at
    for limit in (10, 0):
        with pytest.raises(SearchUnsupportedError):
            memory.search((), query="tea", limit=limit)
    with pytest.raises(VerbUnsupportedError):
        memory.compact()


def test_two_processes_lose_nothing(shared_url: str, together: Any) -> None:  # noqa: ANN401
    together("put_items.py", ["left", 150], ["right", 150])
    with opened(shared_url) as store:
        memory = LoomStore(store, "items")
        wanted = {(name, n) for name in ("left", "right") for n in range(150) if n % 10 != 9}
        own = memory.search(("own",), limit=1_000)
        assert {(item.namespace[1], int(item.key)) for item in own} == wanted
        last = memory.get(("shared",), "last")
        assert last is not None
        assert last.value["text"] in {"left 149", "right 149"}
