"""A database of its own for each test, embedders that write down what they embed, and programs."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]
Program = Callable[..., "subprocess.Popen[str]"]
Embedded = Callable[[], list[str]]

PROGRAMS = Path(__file__).parent / "programs"
EMBEDDERS = Path(__file__).parents[1] / "sqlite" / "programs"
"""The embedders are the same for both lists."""

FLOOR = {"min_score": 0.75, "min_top_score": 0.75}


@pytest.fixture(autouse=True)
def embedders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``recorded_embedder:NAME`` can be imported, here and in the programs."""
    monkeypatch.syspath_prepend(str(EMBEDDERS))
    monkeypatch.setenv("PYTHONPATH", str(EMBEDDERS))
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
def url(postgres_url: str) -> str:
    return f"vector+{postgres_url}"


@pytest.fixture
def opener(url: str) -> Iterator[Opener]:
    """Opens the test's database; the same one each time."""
    opened = []

    def open_store(**options: object) -> VectorPostgresStore:
        chosen = {"url": url, "embedder": "recorded_embedder:first", **FLOOR, **options}
        store = VectorPostgresStore(VectorPostgresOptions.model_validate(chosen))
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> VectorPostgresStore:
    return opener()


@pytest.fixture
def raw(postgres_url: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """The database as plain psycopg sees it."""
    with closing(psycopg.connect(postgres_url, autocommit=True)) as db:
        yield db


@pytest.fixture
def program(url: str) -> Iterator[Program]:
    """Starts one of the programs beside the tests, with the URL and further arguments as JSON."""
    started = []

    def start(name: str, *arguments: object) -> "subprocess.Popen[str]":
        folder = PROGRAMS if (PROGRAMS / name).exists() else EMBEDDERS
        pipe = subprocess.PIPE
        child = subprocess.Popen(
            [sys.executable, str(folder / name), url, json.dumps(arguments)],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()
