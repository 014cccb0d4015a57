"""One server for the session, and a namespace for each test."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from server import running


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def url(server_url: str) -> str:
    """The URL of an empty store."""
    return f"{server_url}?namespace={uuid4().hex}"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[str]:
    """A server that the test may break."""
    with running(tmp_path) as url:
        yield url
