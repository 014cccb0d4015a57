"""Stores in the test's own database, a server that a test may stop, and a pgbouncer."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_conformance import absent
from loom_conformance.services.kept_server import KeptServer, kept_server
from loom_memory_core import StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

Opener = Callable[..., PostgresMemoryStore]
Program = Callable[..., "subprocess.Popen[str]"]

Bouncer = Callable[..., int]

_PROGRAMS = Path(__file__).parent / "programs"
_UNPACKED = Path(__file__).parents[3] / ".hatch" / "debian"
_PACKAGES: Final = ("pgbouncer", "libc-ares2", "libevent-2.1-7")


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


@pytest.fixture
def pgbouncer() -> Iterator[Bouncer]:
    """Puts a pgbouncer with these settings before the server of a URL; its port.

    It lets the user of the URL in, and users that are given with their passwords; files among
    the settings are copied to where it may read them.
    """
    program = _pgbouncer()
    if program is None:
        absent("pgbouncer", "it is not on the PATH and Debian's package could not be had")
    with ExitStack() as running:

        def start(url: str, settings: Mapping[str, object], **users: str) -> int:
            folder, run = running.enter_context(_kept())
            port = _configure(folder, url, settings, users)
            run(str(program), str(folder / "settings"))
            return port

        yield start


def _configure(
    folder: Path, url: str, settings: Mapping[str, object], users: Mapping[str, str]
) -> int:
    parts = urlsplit(url)
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port: int = probe.getsockname()[1]
    known = {str(parts.username): parts.password, **users}
    (folder / "users").write_text("".join(f'"{name}" "{known[name]}"\n' for name in known))
    own = {
        "listen_addr": "127.0.0.1",
        "listen_port": port,
        "unix_socket_dir": folder,
        "auth_file": folder / "users",
    }
    files = {
        name: shutil.copy(value, folder)
        for name, value in settings.items()
        if isinstance(value, Path)
    }
    lines = [f"{name} = {value}" for name, value in {**own, **settings, **files}.items()]
    databases = f"[databases]\n* = host={parts.hostname} port={parts.port}\n"
    (folder / "settings").write_text("\n".join([databases, "[pgbouncer]", *lines, ""]))
    return port


@contextmanager
def _kept() -> Iterator[tuple[Path, Callable[..., None]]]:
    """A folder, and what runs a pgbouncer in it; both end when this process does."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(_PROGRAMS / "keep.py")],
        env={**os.environ, "LD_LIBRARY_PATH": _libraries()},
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
    ) as keeper:
        assert keeper.stdin
        assert keeper.stdout
        folder = Path(keeper.stdout.readline().strip())

        def run(*command: str) -> None:
            user = "nobody" if os.geteuid() == 0 else None
            if user:
                for each in (folder, *folder.iterdir()):
                    shutil.chown(each, user)
            print(json.dumps([command, user]), file=keeper.stdin, flush=True)
            _wait_until(keeper.stderr or (), "process up")

        yield folder, run
        keeper.communicate()


def _wait_until(lines: Iterable[str], word: str) -> None:
    """Read up to the first line that holds ``word``."""
    said = []
    for line in lines:
        said.append(line)
        if word in line:
            return
    pytest.fail("".join(said))


def _pgbouncer() -> Path | None:
    """The program: from the PATH, or Debian's package unpacked into the clone."""
    on_path = shutil.which("pgbouncer")
    if on_path:
        return Path(on_path)
    program = _UNPACKED / "usr" / "sbin" / "pgbouncer"
    if not program.exists() and shutil.which("apt-get") and shutil.which("dpkg"):
        _UNPACKED.mkdir(parents=True, exist_ok=True)
        command = ["apt-get", "download", *_PACKAGES]
        subprocess.run(command, cwd=_UNPACKED, check=False, capture_output=True)
        for package in _UNPACKED.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, _UNPACKED], check=True)
    return program if program.exists() else None


def _libraries() -> str:
    return ":".join(str(each) for each in _UNPACKED.glob("usr/lib/*-linux-gnu"))
