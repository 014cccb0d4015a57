"""Every backend that can hold knowledge, one without ``get``, and a clock to set."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from loom_conformance.services.absence import absent
from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore, installed_schemes, opened
from loom_memory_knowledge import Scope
from loom_memory_knowledge.knowledge_store import KnowledgeStore

STORES = ["memory", "no-get", "sqlite", "postgresql", "vector+sqlite", "vector+postgresql"]

EMBEDDER = "embedder=hashing:256&min_score=0.2&min_top_score=0.2&hybrid=true"


OPTIONAL = ("search", "remove", "get", "keys", "replace")


class Call(NamedTuple):
    """One call of a verb."""

    verb: str
    key: str
    rows: int
    """How many entries went in or came out."""


class Recorder:
    """Passes every call on to a store.

    Args:
        over: The store behind it.
        without: A verb that it is not to have.
    """

    scores = "absolute"

    def __init__(self, over: MemoryStore, *, without: str = "") -> None:
        self.over: Any = over
        self.calls: list[Call] = []
        for verb in OPTIONAL:
            if verb != without:
                setattr(self, verb, partial(self._call, verb))

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._call("append", key, entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        found: list[MemoryEntry] = self._call("read", key, limit=limit)
        return found

    def clear(self, key: str) -> None:
        self._call("clear", key)

    def verbs(self) -> list[str]:
        """The verbs that were called, in order."""
        return [call.verb for call in self.calls]

    def _call(self, verb: str, key: str, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - any verb
        found = getattr(self.over, verb)(key, *arguments, **options)
        given = list(found) if isinstance(found, Iterator) else found
        self.calls.append(Call(verb, key, _rows(given, arguments)))
        return iter(given) if isinstance(found, Iterator) else given


def _rows(found: object, arguments: tuple[object, ...]) -> int:
    if isinstance(found, int):
        return found
    counted = found if isinstance(found, Collection) else next(iter(arguments), ())
    return len(counted) if isinstance(counted, Collection) else 0


class SetClock:
    """A clock that stands until it is put forward."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def scope() -> Scope:
    return Scope("user", "ada")


@pytest.fixture
def recorder() -> Recorder:
    """A store in memory that notes each call."""
    return Recorder(InMemoryStore())


@pytest.fixture
def url_of(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Gives the URL of a backend's store, empty at first; skips where the backend is not there."""

    def find(name: str) -> str:
        if name not in {each.scheme for each in installed_schemes()}:
            absent(name, f"no {name}:// is installed: loom-memory-core has an extra for it")
        if name == "memory":
            return "memory://"
        if name.endswith("postgresql"):
            url = f"{name.removesuffix('postgresql')}{request.getfixturevalue('postgres_url')}"
        else:
            url = f"{name}:///{tmp_path / 'memory.db'}"
        return f"{url}{'&' if '?' in url else '?'}{EMBEDDER}" if "vector" in name else url

    return find


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, url_of: Callable[[str], str]) -> Iterator[MemoryStore]:
    """An empty store of each backend, and one without ``get``."""
    if request.param == "no-get":
        yield Recorder(InMemoryStore(), without="get")
        return
    with opened(url_of(request.param)) as store:
        yield store


@pytest.fixture
def rows(store: MemoryStore) -> KnowledgeStore:
    """The verbs that knowledge needs, over each of them."""
    return KnowledgeStore(store)
