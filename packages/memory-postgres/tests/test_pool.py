"""The pool behind the store: its threads, its log, and what it says when no connection is made."""

import gc
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from loom_conformance.services.kept_server import KeptServer
from loom_memory_core import BackendUnavailableError, MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

Opener = Callable[..., PostgresMemoryStore]


def pool_threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name.startswith("pool-")}


def test_threads_begin_with_the_store_and_end_with_close(options: PostgresOptions) -> None:
    before = pool_threads()
    store = PostgresMemoryStore(options)
    assert pool_threads() > before
    store.append("k", [MemoryEntry(content="one")])
    store.close()
    assert pool_threads() == before


def test_a_store_that_cannot_be_opened_leaves_no_thread() -> None:
    before = pool_threads()
    with pytest.raises(BackendUnavailableError, match="refused"):
        PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse("postgresql://loom@127.0.0.1:1/x")))
    assert pool_threads() == before


def test_a_store_that_is_forgotten_frees_its_threads(options: PostgresOptions) -> None:
    before = pool_threads()
    store = PostgresMemoryStore(options)
    store.append("k", [MemoryEntry(content="one")])
    del store
    gc.collect()
    assert pool_threads() == before


def fails(store: PostgresMemoryStore) -> str:
    with pytest.raises(BackendUnavailableError) as caught:
        store.read("k")
    return str(caught.value)


def test_each_call_to_a_server_that_is_down_gives_the_reason(
    own_server: KeptServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    password = urlsplit(own_server.url).password
    store = PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(own_server.url)))
    with closing(store), ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            own_server.stop()
            said = [*(fails(store) for _ in range(3)), *pool.map(fails, [store] * 8)]
            assert all("refused" in each or "closed" in each for each in said)
            own_server.start()
            assert list(pool.map(store.read, ["k"] * 4)) == [[]] * 4
    assert password
    assert password not in caplog.text


def test_a_call_that_waits_gets_the_connection_that_comes_free(opener: Opener) -> None:
    store = opener(pool_size=2)
    with ThreadPoolExecutor(8) as pool:
        entries = [[MemoryEntry(content=f"{name}")] for name in range(40)]
        list(pool.map(lambda each: store.append("k", each), entries))
    assert sorted(int(str(each.content)) for each in store.read("k")) == list(range(40))
