"""The index beside the lists: what the kit cannot see of it, on a real server with RediSearch."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from loom_memory_core import (
    BackendUnavailableError,
    CorruptEntryError,
    IndexMismatchError,
    MemoryEntry,
    StoreWriteError,
    open_store,
    require,
)
from raw import client_of
from server import running

from loom_memory_redis import RedisMemoryStore


def searchable(url: str) -> RedisMemoryStore:
    store = open_store(url)
    assert isinstance(store, RedisMemoryStore)
    return store


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def contents(store: RedisMemoryStore, query: str, *, limit: int = 100) -> list[object]:
    return [hit.entry.content for hit in store.search("k", query, limit=limit)]


def test_rows_come_and_go_with_the_entries(own_searching_server: str) -> None:
    store, raw = searchable(own_searching_server), client_of(own_searching_server)
    store.append("k", said("tea", "!!!", "coffee"))
    store.append("other:1", said("tea"))
    names = [b"loom:row:0:k", b"loom:row:0:other:1", b"loom:row:2:k"]
    assert sorted(raw.scan_iter("loom:row:*")) == names
    store.replace("k", said("water"))
    assert sorted(raw.scan_iter("loom:row:*")) == names[:2]
    store.append("k", said("milk"))
    store.remove("k", [store.read("k")[0].id])
    assert sorted(raw.scan_iter("loom:row:*")) == [b"loom:row:0:other:1", b"loom:row:1:k"]
    store.clear("k")
    store.clear("other:1")
    assert list(raw.scan_iter()) == [b"loom:mark"]


def test_a_store_that_was_written_without_an_index_gets_one(searching_url: str) -> None:
    lists = open_store(searching_url, index=False)
    lists.append("k", said("tea with milk", "!!!", "coffee"))
    lists.append("k", said("tea"))
    assert contents(searchable(searching_url), "tea") == ["tea", "tea with milk"]


def test_a_handle_without_the_index_may_read_and_not_write(searching_url: str) -> None:
    lists = require(open_store(searching_url, index=False), "replace")
    lists.append("k", said("tea"))
    store = searchable(searching_url)
    for write in (lists.append, lists.replace):
        with pytest.raises(IndexMismatchError, match="has an index of words"):
            write("k", said("coffee"))
    with pytest.raises(IndexMismatchError):
        lists.clear("k")
    assert lists.read("k") == store.read("k")
    assert contents(store, "tea coffee") == ["tea"]


def test_an_index_that_was_dropped_is_made_again(own_searching_server: str) -> None:
    store = searchable(own_searching_server)
    store.append("k", said("tea", "coffee"))
    client_of(own_searching_server).ft("loom:index").dropindex()
    assert contents(store, "tea") == ["tea"]
    store.append("k", said("tea again"))
    assert contents(store, "tea") == ["tea", "tea again"]


def test_an_open_store_goes_on_when_the_database_is_emptied(own_searching_server: str) -> None:
    store = searchable(own_searching_server)
    store.append("k", said("tea"))
    client_of(own_searching_server).flushdb()
    assert contents(store, "tea") == []
    client_of(own_searching_server).flushdb()
    store.append("k", said("more tea"))
    assert contents(store, "tea") == ["more tea"]


def test_rows_that_a_dead_process_left_out_are_made_by_the_next(own_searching_server: str) -> None:
    store, raw = searchable(own_searching_server), client_of(own_searching_server)
    store.append("k", said("tea", "tea", "tea"))
    raw.delete("loom:row:1:k")
    raw.set("loom:mark", "building")  # as it is while an index is built
    assert len(contents(store, "tea")) == 3


def test_writers_and_many_builders_at_once_leave_no_entry_out(searching_url: str) -> None:
    lists = open_store(searching_url, index=False)
    for at in range(20):
        lists.append(f"k{at}", said(*[f"tea {number}" for number in range(100)]))

    def build(at: int) -> None:
        store = searchable(searching_url)
        store.append("k0", said(f"tea of {at}"))
        store.replace("k1", said(f"tea of {at}"))
        store.append(f"k{at + 2}", said(f"tea of {at}"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(build, range(4)))
    store = searchable(searching_url)
    keys = [*store.keys()]
    assert len(keys) == 20
    for key in keys:
        found = {hit.entry.id for hit in store.search(key, "tea", limit=1_000)}
        assert found == {entry.id for entry in store.read(key)}


def test_more_matches_than_the_server_gives_at_once_are_all_found(
    tmp_path: Path, redisearch: Sequence[str | Path]
) -> None:
    """The limit is the one that the launcher of Redis Stack sets."""
    with running(tmp_path, [*redisearch, "MAXSEARCHRESULTS", "10000"]) as url:
        store = searchable(url)
        entries = said(*["tea"] * 20_500)
        store.append("k", entries)
        hits = store.search("k", "tea", limit=30_000)
        newest = store.search("k", "tea", limit=2)
    assert [hit.entry for hit in hits] == entries[::-1]
    assert [hit.entry for hit in newest] == entries[:-3:-1]


def test_what_was_found_before_a_kill_is_found_after_it(
    tmp_path: Path, redisearch: Sequence[str | Path]
) -> None:
    with running(tmp_path, redisearch) as url:  # which ends by SIGKILL
        store = searchable(url)
        store.append("k", said("tea", "coffee", "tea and milk"))
        store.append("k", said("more tea"))
        before = store.search("k", "tea milk")
    with running(tmp_path, redisearch) as url:
        assert searchable(url).search("k", "tea milk") == before


def test_a_full_server_leaves_lists_and_rows_in_step(own_searching_server: str) -> None:
    store, raw = searchable(own_searching_server), client_of(own_searching_server)
    store.append("k", said("tea", "coffee"))
    raw.config_set("maxmemory", 1)
    with pytest.raises(StoreWriteError):
        store.append("k", said("water"))
    assert contents(store, "tea coffee water") == ["coffee", "tea"]
    store.replace("k", said("milk"))  # it frees first, and is let through
    assert [entry.content for entry in store.read("k")] == ["milk"]
    assert contents(store, "tea coffee water milk") == ["milk"]
    store.clear("k")
    assert contents(store, "milk") == []


def test_a_hit_that_is_no_entry_is_named(own_searching_server: str) -> None:
    store = searchable(own_searching_server)
    store.append("k", said("tea", "tea", "coffee"))
    client_of(own_searching_server).hset("loom:data:k", "1", "id\0{")
    with pytest.raises(CorruptEntryError) as caught:
        store.search("k", "tea")
    assert (caught.value.key, caught.value.position) == ("k", 1)
    assert contents(store, "coffee") == ["coffee"]


def test_a_user_without_the_right_to_make_an_index_is_told(own_searching_server: str) -> None:
    client_of(own_searching_server).acl_setuser(
        "low", enabled=True, passwords=["+pw"], keys=["*"], commands=["+@all", "-ft.create"]
    )
    url = own_searching_server.replace("//", "//low:pw@")
    with pytest.raises(BackendUnavailableError, match="keeps no index of words") as caught:
        open_store(url)
    assert "index=false" in caught.value.hint
    open_store(url, index=False).append("k", said("tea"))
