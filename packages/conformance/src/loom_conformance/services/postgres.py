"""PostgreSQL for tests: a server for the session, and a database for each test."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from loom_conformance.services.absence import absent
from loom_conformance.services.bundle import DISTRIBUTION, bundled
from loom_conformance.services.kept_server import kept_server

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
    if bundled() is None:
        absent("postgres", f"{VARIABLE} is not set, and {DISTRIBUTION} is not there: {EXTRA}")
    with kept_server() as kept:
        yield Server(kept.url, _version(kept.url))


@contextmanager
def fresh_database(url: str) -> Iterator[str]:
    """The URL of a new, empty database on the server behind ``url``; it is dropped afterwards."""
    name = f"loom_test_{uuid4().hex}"
    _execute(url, f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        _execute(url, f"DROP DATABASE {name} WITH (FORCE)")


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
