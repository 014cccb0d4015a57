"""The desk on every store that can search, each time opened anew."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from loom_memory_core import installed_schemes, opened
from loom_memory_runtime import MemoryRuntime

OpenRuntime = Callable[[], AbstractContextManager[MemoryRuntime]]

EMBEDDER = "embedder=hashing:512&min_score=0.05&min_top_score=0.1"


@pytest.fixture(params=["sqlite", "postgresql", "vector+sqlite", "vector+postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param not in {each.scheme for each in installed_schemes()}:
        pytest.skip(f"no backend for {request.param} is installed")
    if request.param.endswith("postgresql"):
        url = str(request.getfixturevalue("postgres_url"))
    else:
        url = f"sqlite:///{tmp_path / 'desk.db'}"
    if request.param.startswith("vector"):
        return f"vector+{url}{'&' if '?' in url else '?'}{EMBEDDER}"
    return url


@pytest.fixture
def open_runtime(store_url: str) -> OpenRuntime:
    """Opens the store as a process that has just been started does."""

    @contextmanager
    def opening() -> Iterator[MemoryRuntime]:
        with opened(store_url) as store:
            yield MemoryRuntime(store)

    return opening


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
