"""One server of each kind for the session, and a namespace for each test."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from server import plain, running, searching


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("redis"), plain()) as url:
        yield url


@pytest.fixture(scope="session")
def redisearch() -> Sequence[str | Path]:
    """What starts a server with RediSearch."""
    command = searching()
    if not command:
        pytest.skip("no wheel brings RediSearch to this machine")
    return command


@pytest.fixture(scope="session")
def searching_server(
    tmp_path_factory: pytest.TempPathFactory, redisearch: Sequence[str | Path]
) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("redisearch"), redisearch) as url:
        yield url


@pytest.fixture
def url(plain_server: str) -> str:
    """The URL of an empty store on a plain server."""
    return f"{plain_server}?namespace={uuid4().hex}"


@pytest.fixture
def searching_url(searching_server: str) -> str:
    """The URL of an empty store on a server with RediSearch."""
    return f"{searching_server}?namespace={uuid4().hex}"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[str]:
    """A plain server that the test may break."""
    with running(tmp_path, plain()) as url:
        yield url


@pytest.fixture
def own_searching_server(tmp_path: Path, redisearch: Sequence[str | Path]) -> Iterator[str]:
    """A server with RediSearch that the test may break."""
    with running(tmp_path, redisearch) as url:
        yield url
