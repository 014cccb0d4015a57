"""One store in many threads."""

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from loom_memory_core import MemoryEntry, StoreClosedError
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def run_all(*calls: Callable[[], object]) -> None:
    """Run every call in a thread of its own, all at once; the first error is raised."""
    start = threading.Barrier(len(calls))

    def begin(call: Callable[[], object]) -> object:
        start.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        for done in [pool.submit(begin, call) for call in calls]:
            done.result()


def test_appends_of_many_threads_keep_their_order(store: SqliteMemoryStore) -> None:
    def appends(name: int) -> None:
        for number in range(50):
            store.append("k", said(f"{name} {number} first", f"{name} {number} second"))

    run_all(*(lambda name=name: appends(name) for name in range(8)))
    contents = [str(entry.content) for entry in store.read("k")]
    assert len(contents) == 800
    for name in range(8):
        mine = [text for text in contents if text.startswith(f"{name} ")]
        assert mine == [f"{name} {n} {which}" for n in range(50) for which in ("first", "second")]
    pairs = zip(contents[::2], contents[1::2], strict=True)
    assert all(one.replace("first", "second") == other for one, other in pairs)
    assert store.inspect(check=True).problems == ()


def test_readers_see_whole_lists_while_others_replace(store: SqliteMemoryStore) -> None:
    lists = [said(*(f"generation{g} word{n}" for n in range(40))) for g in range(2)]
    store.replace("k", lists[0])
    done = threading.Event()

    def replaces() -> None:
        try:
            for number in range(60):
                store.replace("k", lists[number % 2])
        finally:
            done.set()

    def reads() -> None:
        while not done.is_set():
            assert store.read("k") in lists
            assert len(store.search("k", "generation0 generation1", limit=100)) == 40
            assert len(store.search("k", "generation1", limit=100)) in {0, 40}

    run_all(replaces, reads, reads, reads)
    assert store.inspect(check=True).problems == ()


def test_nothing_acknowledged_is_lost_beside_a_replace(store: SqliteMemoryStore) -> None:
    appended: list[str] = []

    def appends(name: int) -> None:
        for number in range(40):
            entry = MemoryEntry(content="note", id=f"{name}/{number}")
            store.append("k", [entry])
            appended.append(entry.id)

    def replaces() -> None:
        for _ in range(40):
            before = store.read("k")
            try:
                store.replace("k", before, expected=[entry.id for entry in before])
            except RuntimeError:
                continue

    run_all(*(lambda name=name: appends(name) for name in range(4)), replaces)
    assert sorted(entry.id for entry in store.read("k")) == sorted(appended)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_closing_frees_the_connections_of_all_threads(store: SqliteMemoryStore, path: Path) -> None:
    def open_files() -> list[str]:
        links = []
        for file in Path("/proc/self/fd").iterdir():
            with suppress(FileNotFoundError):
                links.append(str(file.readlink()))
        return [link for link in links if link.startswith(str(path))]

    run_all(*(lambda n=n: store.append(f"k{n}", said("x")) for n in range(12)))
    assert open_files()
    store.close()
    assert open_files() == []
    assert not path.with_name(f"{path.name}-wal").exists()


def test_closing_while_others_work_ends_their_next_verb(store: SqliteMemoryStore) -> None:
    started = threading.Barrier(3)

    def works() -> None:
        store.append("k", said("x"))
        started.wait()
        with pytest.raises(StoreClosedError):
            work_for_ever()

    def work_for_ever() -> None:
        while True:
            store.append("k", said("x"))
            store.search("k", "x")

    def closes() -> None:
        started.wait()
        store.close()

    run_all(works, works, closes)


def test_an_abandoned_store_frees_its_file(options: SqliteOptions, path: Path) -> None:
    store = SqliteMemoryStore(options)
    store.append("k", said("x"))
    wal = path.with_name(f"{path.name}-wal")
    assert wal.exists()
    del store
    assert not wal.exists()
    sqlite3.connect(path).close()
