"""Every first-party backend, stores with fewer verbs, a clock to set, and real processes."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from loom_conformance.services.postgres import Server, fresh_database
from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore, opened

Together = Callable[..., None]


class PlainStore:
    """Three verbs and those that are named; it notes each call, and something may come before one.

    Args:
        verbs: The optional verbs that it has.
    """

    def __init__(self, *verbs: str) -> None:
        self.all = InMemoryStore()
        self.calls: list[str] = []
        self._before: dict[str, Callable[[], None]] = {}
        for verb in verbs:
            setattr(self, verb, partial(self._call, verb))

    def before(self, verb: str, action: Callable[[], None]) -> None:
        """Do something, once, when the verb is called next."""
        self._before[verb] = action

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._call("append", key, entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        found: list[MemoryEntry] = self._call("read", key, limit=limit)
        return found

    def clear(self, key: str) -> None:
        self._call("clear", key)

    def _call(self, verb: str, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - any verb
        self.calls.append(verb)
        self._before.pop(verb, lambda: None)()
        return getattr(self.all, verb)(*arguments, **options)


class SetClock:
    """A clock that stands until it is put forward."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def plain_store() -> PlainStore:
    return PlainStore()


@pytest.fixture(scope="session")
def store_with() -> Callable[..., PlainStore]:
    """Makes a store of three verbs and those that are named."""
    return PlainStore


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture(params=["sqlite", "postgresql"])
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that several processes may open."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'memory.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def other_postgres_url(postgres_server: Server) -> Iterator[str]:
    """A second empty database."""
    with fresh_database(postgres_server.url) as url:
        yield url


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryStore]:
    urls = {"memory": "memory://", "sqlite": f"sqlite:///{tmp_path / 'memory.db'}"}
    with opened(urls.get(request.param) or request.getfixturevalue("postgres_url")) as store:
        yield store


@pytest.fixture
def together(shared_url: str, request: pytest.FixtureRequest) -> Iterator[Together]:
    """Runs a program beside the test in several processes, which all begin at one moment."""
    started: list[subprocess.Popen[str]] = []
    programs = request.path.parent / "programs"

    def run(name: str, *arguments: list[object]) -> None:
        command = [sys.executable, str(programs / name), shared_url]
        pipe = subprocess.PIPE
        children = [
            subprocess.Popen([*command, json.dumps(each)], stdin=pipe, stdout=pipe, text=True)
            for each in arguments
        ]
        started.extend(children)
        for child in children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        for child in children:
            out, _ = child.communicate(timeout=300)
            assert (child.returncode, out) == (0, "done\n")

    yield run
    for child in started:
        child.kill()
        child.communicate()
