"""Stores in the test's own database, and a server that a test may stop."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from loom_conformance.services.kept_server import KeptServer, kept_server
from loom_memory_core import StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

Opener = Callable[..., PostgresMemoryStore]
Program = Callable[..., "subprocess.Popen[str]"]

_PROGRAMS = Path(__file__).parent / "programs"


@pytest.fixture
def own_server() -> Iterator[KeptServer]:
    """A server that the test may stop."""
    with kept_server() as server:
        yield server


@pytest.fixture
def options(postgres_url: str) -> PostgresOptions:
    return PostgresOptions(url=StoreUrl.parse(postgres_url))


@pytest.fixture
def opener(postgres_url: str) -> Iterator[Opener]:
    """Opens the test's database; the same one each time."""
    opened = []

    def open_store(**options: object) -> PostgresMemoryStore:
        values = {"url": postgres_url, **options}
        store = PostgresMemoryStore(PostgresOptions.model_validate(values))
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> PostgresMemoryStore:
    return opener()


@pytest.fixture
def raw(postgres_url: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """The database as plain psycopg sees it."""
    with closing(psycopg.connect(postgres_url, autocommit=True)) as db:
        yield db


@pytest.fixture
def program(postgres_url: str) -> Iterator[Program]:
    """Starts one of the programs beside the tests, with the URL and further arguments as JSON."""
    started = []

    def start(name: str, *arguments: object) -> "subprocess.Popen[str]":
        command = [sys.executable, str(_PROGRAMS / name), postgres_url, json.dumps(arguments)]
        pipe = subprocess.PIPE
        child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()
