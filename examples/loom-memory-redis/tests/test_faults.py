"""What goes wrong underneath: the kit cannot see it, so each backend shows it for itself."""

import pytest
from loom_memory_core import (
    BackendUnavailableError,
    CorruptEntryError,
    MemoryEntry,
    StoreWriteError,
    open_store,
)
from raw import client_of


def test_a_row_that_is_no_entry_is_named(own_server: str) -> None:
    store = open_store(own_server)
    store.append("k", [MemoryEntry(content=number) for number in range(3)])
    client_of(own_server).hset("loom:data:k", "1", "id\0{")
    with pytest.raises(CorruptEntryError) as caught:
        store.read("k", limit=2)
    assert (caught.value.key, caught.value.position) == ("k", 1)


def test_a_full_server_refuses_and_has_written_nothing(own_server: str) -> None:
    store = open_store(own_server)
    store.append("k", [MemoryEntry(content=1)])
    client_of(own_server).config_set("maxmemory", 1)
    with pytest.raises(StoreWriteError, match="used memory > 'maxmemory'"):
        store.append("k", [MemoryEntry(content=2)])
    assert [entry.content for entry in store.read("k")] == [1]


def test_a_server_that_went_away_is_said_without_sending_twice(own_server: str) -> None:
    store = open_store(own_server, timeout_seconds=5)
    client_of(own_server).shutdown(nosave=True)
    with pytest.raises(BackendUnavailableError) as caught:
        store.append("k", [MemoryEntry(content=1)])
    assert caught.value.outcome == "unknown"
    with pytest.raises(BackendUnavailableError, match=r"redis at 127\.0\.0\.1 does not answer"):
        open_store(own_server)


def test_a_wrong_password_is_told_and_not_shown(own_server: str) -> None:
    client_of(own_server).config_set("requirepass", "right")
    with pytest.raises(BackendUnavailableError) as caught:
        open_store(own_server.replace("//", "//:wr0ng@"))
    assert "wr0ng" not in str(caught.value)


def test_the_set_of_keys_holds_what_the_lists_hold(own_server: str) -> None:
    """Seen in Redis itself, without the verb that reads the set."""
    store = open_store(own_server)
    store.append("one", [MemoryEntry(content=1)])
    store.append("two", [MemoryEntry(content=2)])
    store.clear("one")
    raw = client_of(own_server)
    assert sorted(raw.scan_iter()) == [
        b"loom:data:two",
        b"loom:ids:two",
        b"loom:keys",
        b"loom:list:two",
    ]
    assert raw.zrange("loom:keys", 0, -1) == [b"two"]
    store.clear("two")
    assert list(raw.scan_iter()) == []
