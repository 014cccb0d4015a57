"""Every first-party backend, stores with fewer verbs, a clock to set, and real processes."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from loom_conformance.services.absence import absent
from loom_conformance.services.postgres import Server, fresh_database
from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore, installed_schemes, opened

Together = Callable[..., None]
UrlOf = Callable[..., str]

SEARCHING = ["memory", "sqlite", "postgresql", "vector+sqlite", "vector+postgresql"]
ALL = [*SEARCHING, "scaffold"]
"""The last is what the scaffold writes: a store of three verbs."""

EMBEDDER = "embedder=hashing:256&min_score=0.2&min_top_score=0.2"


class PlainStore:
    """Three verbs and those that are named; it notes each call, and something may come before one.

    Args:
        verbs: The optional verbs that it has.
        over: The store behind it; one of all verbs unless given.
    """

    def __init__(self, *verbs: str, over: MemoryStore | None = None) -> None:
        self.all: Any = InMemoryStore() if over is None else over
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


@pytest.fixture(scope="session")
def scaffolded(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Where the package lies that the scaffold writes, with the metadata of an installation."""
    try:
        from loom_scaffold import memory_project
    except ImportError as error:
        absent("scaffold", f"{error}: pip install loom-scaffold")
    folder = tmp_path_factory.mktemp("scaffold")
    package = memory_project("scaffold").write(folder)
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    info = folder / "loom_memory_scaffold-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    plugin = project["entry-points"]["loom.memory"]["scaffold"]
    (info / "entry_points.txt").write_text(f"[loom.memory]\nscaffold = {plugin}\n")
    return [str(folder), str(package / "src")]


@pytest.fixture
def scaffold_path(scaffolded: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The scaffold's package is installed, here and in the programs."""
    for path in scaffolded:
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(scaffolded))


@pytest.fixture
def url_of(request: pytest.FixtureRequest, tmp_path: Path) -> UrlOf:
    """Gives the URL of a backend's store, empty at first; skips where the backend is not there."""

    def find(name: str, *, postgres: str = "postgres_url", file: str = "memory.db") -> str:
        if name == "scaffold":
            request.getfixturevalue("scaffold_path")
        elif name not in {each.scheme for each in installed_schemes()}:
            absent(name, f"no {name}:// is installed: loom-memory-core has an extra for it")
        if name == "memory":
            return "memory://"
        if name.endswith("postgresql"):
            scheme = name.removesuffix("postgresql")
            url = f"{scheme}{request.getfixturevalue(postgres)}"
        else:
            url = f"{name}:///{tmp_path / file}"
        if name.startswith("vector"):
            return f"{url}{'&' if '?' in url else '?'}{EMBEDDER}"
        return url

    return find


@pytest.fixture(params=["sqlite", "postgresql"])
def shared_url(request: pytest.FixtureRequest, url_of: UrlOf) -> str:
    """A store that several processes may open."""
    return url_of(request.param)


@pytest.fixture(params=ALL[1:])
def lasting_url(request: pytest.FixtureRequest, url_of: UrlOf) -> str:
    """A store that outlives the process, of each backend and of the scaffold."""
    return url_of(request.param)


@pytest.fixture
def other_postgres_url(postgres_server: Server) -> Iterator[str]:
    """A second empty database."""
    with fresh_database(postgres_server.url) as url:
        yield url


@pytest.fixture(params=SEARCHING)
def searching_store(request: pytest.FixtureRequest, url_of: UrlOf) -> Iterator[MemoryStore]:
    """An empty store of each backend that can search."""
    with opened(url_of(request.param)) as store:
        yield store


@pytest.fixture(params=ALL)
def store(request: pytest.FixtureRequest, url_of: UrlOf) -> Iterator[MemoryStore]:
    """An empty store of each backend, and the scaffold's, which has the three verbs alone."""
    with opened(url_of(request.param)) as store:
        yield store


@pytest.fixture(params=ALL)
def other_store(request: pytest.FixtureRequest, url_of: UrlOf) -> Iterator[MemoryStore]:
    """A second empty store of each backend, and the scaffold's."""
    url = url_of(request.param, postgres="other_postgres_url", file="other.db")
    with opened(url) as store:
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
