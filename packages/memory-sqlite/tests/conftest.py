"""A file of its own for each test, with everything that opened it closed at the end."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from loom_memory_core import StoreUrl
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions

Opener = Callable[..., SqliteMemoryStore]
Program = Callable[..., "subprocess.Popen[str]"]

_PROGRAMS = Path(__file__).parent / "programs"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
def options(url: str) -> SqliteOptions:
    return SqliteOptions(url=StoreUrl.parse(url))


@pytest.fixture
def opener(url: str) -> Iterator[Opener]:
    """Opens the test's file; the same one each time."""
    opened = []

    def open_store(**options: object) -> SqliteMemoryStore:
        store = SqliteMemoryStore(SqliteOptions.model_validate({"url": url, **options}))
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> SqliteMemoryStore:
    return opener()


@pytest.fixture
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as plain SQLite sees it."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as db:
        yield db


@pytest.fixture
def program(url: str) -> Iterator[Program]:
    """Starts one of the programs beside the tests, with the URL and further arguments as JSON."""
    started = []

    def start(name: str, *arguments: object) -> "subprocess.Popen[str]":
        command = [sys.executable, str(_PROGRAMS / name), url, json.dumps(arguments)]
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()
