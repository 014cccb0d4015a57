"""The fixtures that pytest knows wherever the kit is installed."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from loom_conformance.services.openai_server import OpenAiServer
    from loom_conformance.services.postgres import Server

PROPERTY: Final = "loom_service"
"""Under this name a test's report says which service it has used."""


@pytest.fixture(scope="session")
def postgres_server() -> Iterator["Server"]:
    """A PostgreSQL server for the session: given, or booted, or loudly absent."""
    from loom_conformance.services.postgres import session_server  # noqa: PLC0415 - when used

    with session_server() as server:
        yield server


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest, postgres_server: "Server") -> Iterator[str]:
    """The URL of an empty PostgreSQL database of the test's own."""
    from loom_conformance.services.postgres import fresh_database  # noqa: PLC0415 - when used

    request.node.user_properties.append((PROPERTY, postgres_server.version))
    with fresh_database(postgres_server.url) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_programs(postgres_server: "Server") -> "Path":
    """The folder of ``pg_dump``, ``pg_restore`` and ``psql`` that fit the session's server."""
    from loom_conformance.services.absence import absent  # noqa: PLC0415 - when used
    from loom_conformance.services.programs import client_programs  # noqa: PLC0415 - as above

    found = client_programs(postgres_server.version)
    return found or absent("postgres", f"no pg_dump for {postgres_server.version} was found")


@pytest.fixture
def openai_server() -> Iterator["OpenAiServer"]:
    """A local server that speaks as OpenAI's does, and misbehaves when it is told to."""
    from loom_conformance.services.openai_server import OpenAiServer  # noqa: PLC0415 - when used

    with OpenAiServer() as server:
        yield server


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which services the tests have used, of which version."""
    reports = chain.from_iterable(terminalreporter.stats.values())
    properties = chain.from_iterable(getattr(each, "user_properties", ()) for each in reports)
    for version in sorted({value for name, value in properties if name == PROPERTY}):
        terminalreporter.write_line(f"used {version}")
