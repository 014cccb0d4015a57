"""When the disk is full or the file is locked: a clear error, nothing written, a good file."""

import json
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import Popen

import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, StoreWriteError
from loom_memory_sqlite import SqliteMemoryStore

Opener = Callable[..., SqliteMemoryStore]
Program = Callable[..., Popen[str]]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_a_file_that_may_not_grow_keeps_what_it_has(store: SqliteMemoryStore, verb: str) -> None:
    before = said(*(f"kept {n}" for n in range(100)))
    store.append("k", before)
    with store._connections.lent() as db:  # noqa: SLF001 - the limit belongs to a connection
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages + 20}")
    large = said(*(f"large {n} " + "words " * 100 for n in range(2000)))
    for _ in range(3):
        with pytest.raises(StoreWriteError, match="nothing was written") as caught:
            getattr(store, verb)("k", large)
        assert "space" in caught.value.hint
    assert store.read("k") == before
    assert store.search("k", "large") == []
    with store._connections.lent() as db:  # noqa: SLF001 - for the same reason
        db.execute("PRAGMA max_page_count = 1000000")
    getattr(store, verb)("k", large)
    assert len(store.search("k", "large", limit=5000)) == 2000
    assert store.inspect(check=True).problems == ()


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
@pytest.mark.parametrize("limit_bytes", [70_000, 300_000, 2_000_000])
def test_a_full_disk_loses_nothing_that_was_acknowledged(
    opener: Opener, program: Program, limit_bytes: int
) -> None:
    child = program("fill_the_disk.py", limit_bytes)
    out, err = child.communicate(timeout=120)
    assert err == ""
    error, kept, readable = json.loads(out)
    assert error == "StoreWriteError"
    assert readable == kept
    store = opener()
    assert [str(entry.content)[:9] for entry in store.read("k")][-1] == "after"
    assert len(store.read("k")) == kept + 1
    assert store.inspect(check=True).problems == ()


def test_a_locked_file_is_an_error_after_the_timeout(
    opener: Opener, raw: sqlite3.Connection
) -> None:
    store = opener(busy_timeout_seconds=0.05)
    store.append("k", said("before"))
    raw.execute("BEGIN IMMEDIATE")
    for _ in range(2):
        with pytest.raises(StoreWriteError, match=r"0\.05 seconds") as caught:
            store.append("k", said("x"))
        assert "busy_timeout_seconds" in caught.value.hint
    assert [entry.content for entry in store.read("k")] == ["before"]
    raw.execute("ROLLBACK")
    store.append("k", said("after"))
    assert [entry.content for entry in store.read("k")] == ["before", "after"]


def test_a_writer_waits_for_another(store: SqliteMemoryStore, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.1, lambda: other.execute("COMMIT"))
        release.start()
        store.append("k", said("waited"))
        release.join()
    assert len(store.read("k")) == 1


def test_an_exclusive_lock_on_a_new_file_is_an_error_after_the_timeout(
    opener: Opener, raw: sqlite3.Connection
) -> None:
    raw.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BackendUnavailableError, match="locked"):
        opener(busy_timeout_seconds=0.05)
    raw.execute("ROLLBACK")
    opener().append("k", said("x"))


def test_an_error_inside_a_write_leaves_no_transaction_open(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    store.append("k", said("before"))
    raw.execute(
        "CREATE TRIGGER third BEFORE INSERT ON loom_entries WHEN NEW.entry LIKE '%third%'"
        " BEGIN SELECT RAISE(ABORT, 'no third'); END"
    )
    with pytest.raises(StoreWriteError, match="no third"):
        store.append("k", said("first", "second", "third"))
    raw.execute("BEGIN IMMEDIATE")  # nobody holds the write lock
    raw.execute("ROLLBACK")
    store.append("k", said("after"))
    assert [entry.content for entry in store.read("k")] == ["before", "after"]
