"""The schema of the file, and a crash in the middle of making it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, MigrationError
from loom_memory_sqlite import SqliteMemoryStore
from loom_memory_sqlite.schema import SCHEMA

Opener = Callable[..., SqliteMemoryStore]
Program = Callable[..., Popen[str]]

KILLED = -9


def test_the_last_migration_is_the_schema_that_the_program_knows(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    rows = raw.execute("SELECT name FROM loom_migrations ORDER BY id").fetchall()
    assert [int(name[:4]) for (name,) in rows] == list(range(1, SCHEMA + 1))
    assert store.inspect().schema == SCHEMA


def test_a_newer_schema_that_needs_a_newer_program_is_refused(
    store: SqliteMemoryStore, opener: Opener, raw: sqlite3.Connection
) -> None:
    store.append("k", [MemoryEntry(content="x")])
    raw.execute("UPDATE loom_schema SET number = 7, min_reader = 5")
    for options in ({}, {"read_only": True}):
        with pytest.raises(MigrationError, match="schema 7") as caught:
            opener(**options)
        assert "upgrade" in caught.value.hint
    assert raw.execute("SELECT number, min_reader FROM loom_schema").fetchall() == [(7, 5)]


def test_a_newer_schema_that_only_adds_is_used(
    store: SqliteMemoryStore, opener: Opener, raw: sqlite3.Connection
) -> None:
    store.append("k", [MemoryEntry(content="x")])
    raw.execute("UPDATE loom_schema SET number = 7, min_reader = 1")
    raw.execute("ALTER TABLE loom_entries ADD COLUMN later TEXT")
    newer = opener()
    newer.append("k", [MemoryEntry(content="y")])
    assert len(newer.read("k")) == 2
    assert newer.inspect(check=True).problems == ()


def dies(program: Program, statement: int) -> None:
    """Kill a process that makes the file just before one of its statements."""
    child = program("die_while_opening.py", statement)
    child.wait()
    assert child.returncode == KILLED


def works(opener: Opener) -> None:
    store = opener()
    assert list(store.keys()) == []
    store.append("k", [MemoryEntry(content="failover")])
    assert len(store.search("k", "failover")) == 1
    assert store.inspect(check=True).problems == ()
    store.close()


@pytest.mark.parametrize("statement", [3, 10, 20, 30, 40, 50, 55, 60])
def test_a_file_whose_maker_died_can_be_opened(
    opener: Opener, program: Program, statement: int
) -> None:
    dies(program, statement)
    works(opener)


@pytest.mark.soak
def test_a_file_whose_maker_died_can_be_opened_whenever_that_was(
    opener: Opener, program: Program, path: Path
) -> None:
    out, err = program("die_while_opening.py", 0).communicate()
    assert err == ""
    statements = int(out)
    assert statements > 60
    for statement in range(1, statements + 1):
        for file in path.parent.iterdir():
            file.unlink()
        dies(program, statement)
        works(opener)


def test_a_migration_that_fails_is_taken_back_whole(
    opener: Opener, raw: sqlite3.Connection
) -> None:
    raw.execute("CREATE TABLE loom_entries (theirs)")
    with pytest.raises(BackendUnavailableError, match="loom_entries"):
        opener()
    tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert tables == [("loom_entries",)]
    raw.execute("DROP TABLE loom_entries")
    works(opener)
