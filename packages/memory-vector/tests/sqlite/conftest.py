"""A file of its own for each test, embedders that write down what they embed, and programs."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from loom_memory_core import MemoryEntry
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Program = Callable[..., "subprocess.Popen[str]"]
Embedded = Callable[[], list[str]]

PROGRAMS = Path(__file__).parent / "programs"
FLOOR = {"min_score": 0.75, "min_top_score": 0.75}


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture(autouse=True)
def embedders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``recorded_embedder:NAME`` can be imported, here and in the programs."""
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setenv("PYTHONPATH", str(PROGRAMS))
    monkeypatch.setenv("LOOM_TEST_TEXTS", str(tmp_path / "texts"))


@pytest.fixture
def embedded(tmp_path: Path) -> Embedded:
    """What was embedded since it was last asked, in order, whichever process did it."""
    log = tmp_path / "texts"
    log.touch()
    seen = 0

    def since() -> list[str]:
        nonlocal seen
        lines = log.read_text("utf-8").splitlines()[seen:]
        seen += len(lines)
        return [json.loads(line)[1] for line in lines]

    return since


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"vector+sqlite:///{path}"


@pytest.fixture
def opener(url: str) -> Iterator[Opener]:
    """Opens the test's file; the same one each time."""
    opened = []

    def open_store(**options: object) -> VectorSqliteStore:
        chosen = {"url": url, "embedder": "recorded_embedder:first", **FLOOR, **options}
        store = VectorSqliteStore(VectorSqliteOptions.model_validate(chosen))
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> VectorSqliteStore:
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
        child = subprocess.Popen(
            [sys.executable, str(PROGRAMS / name), url, json.dumps(arguments)],
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
