"""Every first-party backend behind the adapters, and a store that has three verbs only."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore, opened

Together = Callable[..., None]

_PROGRAMS = Path(__file__).parent / "programs"


class PlainStore:
    """A list under each key and nothing more: what the contract asks of every store."""

    def __init__(self) -> None:
        self._all = InMemoryStore()

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._all.append(key, entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        return self._all.read(key, limit=limit)

    def clear(self, key: str) -> None:
        self._all.clear(key)


@pytest.fixture
def plain_store() -> PlainStore:
    return PlainStore()


@pytest.fixture(params=["sqlite", "postgresql"])
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that several processes may open."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'memory.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryStore]:
    urls = {"memory": "memory://", "sqlite": f"sqlite:///{tmp_path / 'memory.db'}"}
    with opened(urls.get(request.param) or request.getfixturevalue("postgres_url")) as store:
        yield store


@pytest.fixture
def together(shared_url: str) -> Iterator[Together]:
    """Runs a program beside the tests in several processes, which all begin at one moment."""
    started: list[subprocess.Popen[str]] = []

    def run(name: str, *arguments: list[object]) -> None:
        command = [sys.executable, str(_PROGRAMS / name), shared_url]
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
