"""The reference store where the kit does not look: scores, ties, and what it keeps."""

import math
import multiprocessing
import os
from multiprocessing.connection import Connection

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry, StoreClosedError


def entry(text: str) -> MemoryEntry:
    return MemoryEntry(content=text)


def filled(*texts: str) -> InMemoryStore:
    store = InMemoryStore()
    store.append("k", [entry(text) for text in texts])
    return store


def found(store: InMemoryStore, query: str) -> list[object]:
    return [hit.entry.content for hit in store.search("k", query)]


def test_a_score_is_the_share_of_the_best_possible_one() -> None:
    store = filled("red apple", "green apple", "blue plum")
    apple, red = math.log(1 + 1.5 / 2.5), math.log(1 + 2.5 / 1.5)
    scores = [hit.score for hit in store.search("k", "red apple")]
    assert scores == [1.0, round(apple / (red + apple), 6)]


def test_a_word_that_nobody_holds_lowers_every_score() -> None:
    store = filled("red apple")
    (hit,) = store.search("k", "red zebra")
    assert 0 < hit.score < 0.5


def test_rare_words_rank_before_common_ones_and_ties_newest_first() -> None:
    store = filled("common one", "common two", "rare common", "common two")
    assert found(store, "common rare")[0] == "rare common"
    hits = store.search("k", "two")
    ids = [each.id for each in store.read("k") if each.content == "common two"]
    assert [hit.entry.id for hit in hits] == ids[::-1]


def test_an_index_forgets_what_the_list_forgot() -> None:
    store = filled("red apple", "green apple")
    first, second = store.read("k")
    store.remove("k", [first.id])
    assert found(store, "red") == []
    store.replace("k", [second, entry("blue plum")])
    assert found(store, "apple plum") == ["blue plum", "green apple"]
    store.clear("k")
    assert list(store.keys()) == []
    assert store.inspect().entries == 0


def test_removing_from_the_middle_keeps_order_and_every_row_of_an_id() -> None:
    twice = entry("b")
    store = InMemoryStore()
    store.append("k", [entry("a"), twice, entry("c"), twice])
    assert [each.content for each in store.get("k", {twice.id})] == ["b", "b"]
    assert store.remove("k", [twice.id]) == 2
    assert [each.content for each in store.read("k")] == ["a", "c"]


def test_inspect_counts_per_first_segment() -> None:
    store = InMemoryStore()
    for key in ("team/db", "team/web", "solo"):
        store.append(key, [MemoryEntry(content="é", id="1")])
    info = store.inspect(check=True)
    size = len('{"content":"é","id":"1"}'.encode())
    assert (info.keys, info.entries, info.bytes, info.problems) == (3, 3, 3 * size, ())
    assert info.prefixes["team"] == (2, 2, 2 * size)


def answer(store: InMemoryStore, end: Connection) -> None:
    try:
        store.read("k")
    except StoreClosedError as error:
        end.send(error)
    else:
        end.send(None)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_is_refused() -> None:
    store = filled("red apple")
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=answer, args=(store, there))
    child.start()
    error = here.recv()
    child.join()
    assert isinstance(error, StoreClosedError)
    assert str(os.getpid()) in error.message
    assert found(store, "apple") == ["red apple"]
