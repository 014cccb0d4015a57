"""What goes wrong underneath: the kit cannot see it, so each backend shows it for itself."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from loom_memory_core import (
    BackendUnavailableError,
    CorruptEntryError,
    MemoryEntry,
    StoreWriteError,
    open_store,
)

from loom_memory_acme.plugin import scratch


def change(path: Path, statement: str) -> None:
    """Run one statement on the file of a store."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def test_a_row_that_is_no_entry_is_named(tmp_path: Path) -> None:
    store = open_store(scratch(tmp_path))
    store.append("k", [MemoryEntry(content=number) for number in range(3)])
    change(tmp_path / "scratch.db", "UPDATE entries SET entry = '{' WHERE seq = 2")
    with pytest.raises(CorruptEntryError) as caught:
        store.read("k", limit=2)
    assert (caught.value.key, caught.value.position) == ("k", 1)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "scratch.db").write_text("this is a letter and no database")
    with pytest.raises(StoreWriteError, match=r"scratch\.db could not be written"):
        open_store(scratch(tmp_path))


def test_a_store_that_went_away_is_said(tmp_path: Path) -> None:
    store = open_store(scratch(tmp_path))
    change(tmp_path / "scratch.db", "DROP TABLE entries")
    with pytest.raises(BackendUnavailableError, match=r"scratch\.db could not be read"):
        store.read("k")
