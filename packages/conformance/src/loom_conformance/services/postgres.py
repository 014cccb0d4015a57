"""PostgreSQL for tests: a server for the session, and a database for each test."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from loom_conformance.services.absence import absent
from loom_conformance.services.bundle import DISTRIBUTION, bundled

if TYPE_CHECKING:
    from pathlib import Path

VARIABLE: Final = "LOOM_TEST_POSTGRES_URL"
"""Where a server is: its user may create databases."""

EXTRA: Final = "pip install 'loom-conformance[postgres]'"


class Server(NamedTuple):
    """A server that tests may use."""

    url: str
    """Of a database on it, with the password."""

    version: str
    """What it is, and the version of the pgvector that it can have."""


@contextmanager
def session_server() -> Iterator[Server]:
    """The server that the environment names, or else one that is booted for the session."""
    if given := os.environ.get(VARIABLE):
        yield Server(given, _version(given))
        return
    programs = bundled()
    if programs is None:
        absent("postgres", f"{VARIABLE} is not set, and {DISTRIBUTION} is not there: {EXTRA}")
    with _booted(programs) as url:
        yield Server(url, _version(url))


@contextmanager
def fresh_database(url: str) -> Iterator[str]:
    """The URL of a new, empty database on the server behind ``url``; it is dropped afterwards."""
    name = f"loom_test_{uuid4().hex}"
    _execute(url, f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        _execute(url, f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _booted(programs: "Path") -> Iterator[str]:
    command = [sys.executable, "-m", "loom_conformance.services.warden", str(programs)]
    pipe = subprocess.PIPE
    # A session of its own: Ctrl-C is for the tests, which then close the pipe.
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as warden:
        told = warden.stdout.readline().strip() if warden.stdout else ""
        if not told:
            _, error = warden.communicate()
            absent("postgres", f"the server of {DISTRIBUTION} did not start: {error[-1_000:]}")
        try:
            yield told
        finally:
            warden.communicate()


def _version(url: str) -> str:
    [postgres] = _execute(url, "SHOW server_version")
    query = "SELECT default_version FROM pg_available_extensions WHERE name = 'vector'"
    vector = _execute(url, query)
    return (
        f"PostgreSQL {postgres.split()[0]}, {f'pgvector {vector[0]}' if vector else 'no pgvector'}"
    )


def _execute(url: str, statement: str) -> list[str]:
    try:
        import psycopg  # noqa: PLC0415 - an extra
    except ImportError as error:
        absent("postgres", f"psycopg cannot be imported ({error}): {EXTRA}")
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return [row[0] for row in cursor] if cursor.description else []
