"""A memory with the notes in it, on every store that can search."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from loom_memory_core import installed_schemes, opened
from loom_memory_runtime import TieredMemory
from sentinel.notes import load

EMBEDDER = "embedder=hashing:512&min_score=0.05&min_top_score=0.1"


LASTING = ["sqlite", "postgresql", "vector+sqlite", "vector+postgresql"]


@pytest.fixture(params=LASTING)
def lasting_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that outlives the process."""
    return url_of(request, tmp_path)


@pytest.fixture(params=["memory", *LASTING])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return url_of(request, tmp_path)


def url_of(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param not in {each.scheme for each in installed_schemes()}:
        pytest.skip(f"no backend for {request.param} is installed")
    if request.param == "memory":
        return "memory://"
    if request.param.endswith("postgresql"):
        url = str(request.getfixturevalue("postgres_url"))
    else:
        url = f"sqlite:///{tmp_path / 'sentinel.db'}"
    if request.param.startswith("vector"):
        return f"vector+{url}{'&' if '?' in url else '?'}{EMBEDDER}"
    return url


@pytest.fixture
def memory(store_url: str) -> Iterator[TieredMemory]:
    with opened(store_url) as store:
        memory = TieredMemory(store)
        load(memory)
        yield memory


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
