"""Behind a real pgbouncer in transaction mode."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from loom_conformance.services.absence import absent
from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

KEEP = Path(__file__).parent / "programs" / "keep.py"
ROOT = Path(__file__).parents[3]
UNPACKED = ROOT / ".hatch" / "debian"
PACKAGES = ("pgbouncer", "libc-ares2", "libevent-2.1-7")


def bouncer() -> Path | None:
    """The program: from the PATH, or Debian's package unpacked into the clone."""
    on_path = shutil.which("pgbouncer")
    if on_path:
        return Path(on_path)
    program = UNPACKED / "usr" / "sbin" / "pgbouncer"
    if not program.exists() and shutil.which("apt-get") and shutil.which("dpkg"):
        UNPACKED.mkdir(parents=True, exist_ok=True)
        command = ["apt-get", "download", *PACKAGES]
        subprocess.run(command, cwd=UNPACKED, check=False, capture_output=True)
        for package in UNPACKED.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, UNPACKED], check=True)
    return program if program.exists() else None


def environment() -> dict[str, str]:
    libraries = ":".join(str(each) for each in UNPACKED.glob("usr/lib/*-linux-gnu"))
    return {**os.environ, "LD_LIBRARY_PATH": libraries}


@pytest.fixture
def bounced_url(postgres_url: str) -> Iterator[str]:
    """The test's database through a pgbouncer with one connection to the server."""
    program = bouncer()
    if program is None:
        absent("pgbouncer", "it is not on the PATH and Debian's package could not be had")
    parts = urlsplit(postgres_url)
    folder = Path(tempfile.mkdtemp(prefix="loom-bouncer-"))
    (folder / "users").write_text(f'"{parts.username}" "{parts.password}"\n')
    port = free_port()
    (folder / "bouncer.ini").write_text(
        "[databases]\n"
        f"* = host={parts.hostname} port={parts.port}\n"
        "[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir = {folder}\n"
        f"auth_type = trust\nauth_file = {folder}/users\nlogfile = {folder}/log\n"
        "pool_mode = transaction\ndefault_pool_size = 2\n"
    )
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        for each in (folder, *folder.iterdir()):
            shutil.chown(each, user)
    command = [str(program), "-q", str(folder / "bouncer.ini")]
    # It ends when this process does, however that ends.
    keeper = subprocess.Popen(
        [sys.executable, KEEP, json.dumps([str(folder), command, user])],
        env=environment(),
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    url = parts._replace(netloc=f"{parts.username}@127.0.0.1:{port}").geturl()
    _wait_for(url, keeper)
    yield url
    keeper.communicate()


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(url: str, keeper: "subprocess.Popen[bytes]") -> None:
    while keeper.poll() is None:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            continue
        return
    pytest.fail(f"pgbouncer ended with {keeper.returncode}")


def test_every_verb_from_many_threads(bounced_url: str) -> None:
    options = PostgresOptions(
        url=StoreUrl.parse(bounced_url), prepare=False, statement_timeout_seconds=60
    )
    with closing(PostgresMemoryStore(options)) as store:

        def work(name: int) -> None:
            for at in range(12):
                store.append("k", [MemoryEntry(content=f"word{name}x{at}", id=f"{name}/{at}")])
                assert store.search("k", f"word{name}x{at}")[0].entry.id == f"{name}/{at}"
                assert store.read("k", limit=1)
            assert store.remove("k", [f"{name}/0"]) == 1

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))
        assert len(store.read("k")) == 44
        store.replace("k", store.read("k")[1:])
        assert list(store.keys()) == ["k"]
        assert store.inspect(check=True).problems == ()
