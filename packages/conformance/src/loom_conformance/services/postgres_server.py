"""One PostgreSQL server, made of bundled programs and a folder, and gone with it."""

import os
import secrets
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from loom_conformance.services.bundle import copied

ACCOUNT: Final = "nobody"
"""Who the server runs as where the tests run as root, as whom PostgreSQL refuses to run."""

SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "64MB",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}
"""Nothing here outlives a test, so nothing waits for the disk."""

CLUSTER: Final = (
    "--no-sync",
    "--username=postgres",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
)
"""The same on every system, whatever locales it has."""

ATTEMPTS: Final = 3
"""So often another program may take the port that was free a moment ago."""


class ServerStartError(RuntimeError):
    """The server did not start; the message holds what its programs said."""


class PostgresServer:
    """A server on a free port of this machine, with a password of its own.

    Args:
        programs: The folder of ``initdb`` and ``pg_ctl``.
        folder: An empty one that any account can reach: not in a home.
    """

    def __init__(self, programs: Path, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._port = 0
        self._account = _account()
        if self._account:
            shutil.chown(folder, ACCOUNT)
        self._programs = self._runnable(programs)

    def boot(self, source: str | None = None) -> str:
        """Make the database cluster, start the server, and give its URL.

        Args:
            source: The URL of a server whose standby it becomes; it has its passwords, too.

        Raises:
            ServerStartError: A program failed.
        """
        password = secrets.token_hex(16) if source is None else urlsplit(source).password
        if source is None:
            self._initialise(str(password))
        else:
            self._follow(source)
        for _ in range(ATTEMPTS):
            self._port = _free_port()
            if self._started():
                return f"postgresql://postgres:{password}@127.0.0.1:{self._port}/postgres"
        raise ServerStartError(self._said())

    def start(self) -> None:
        """Start it again, on the same port.

        Raises:
            ServerStartError: It does not start.
        """
        if not self._started():
            raise ServerStartError(self._said())

    def stop(self) -> None:
        """End it in order: what was committed is on the disk, and has reached a standby."""
        self._control("stop", "-m", "fast")

    def kill(self) -> None:
        """End it at once."""
        self._control("stop", "-m", "immediate")

    def promote(self) -> None:
        """Make a standby take writes.

        Raises:
            ServerStartError: It is none, or does not.
        """
        if self._control("promote"):
            raise ServerStartError(self._said())

    def _control(self, *args: str | Path) -> int:
        return self._run("pg_ctl", "-D", self._data, "-w", *args)

    def _follow(self, source: str) -> None:
        args = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        if self._run("pg_basebackup", "-D", self._data, f"--dbname={source}", *args):
            raise ServerStartError(self._said())

    def _initialise(self, password: str) -> None:
        secret = self._folder / "password"
        secret.write_text(password)
        failed = self._run("initdb", "-D", self._data, *CLUSTER, f"--pwfile={secret}")
        secret.unlink()
        if failed:
            raise ServerStartError(self._said())

    def _started(self) -> bool:
        settings = {**SETTINGS, "port": self._port}
        told = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        return not self._control("start", "-o", told, "-l", self._folder / "log")

    def _runnable(self, programs: Path) -> Path:
        try:
            self._execute(programs / "postgres", "--version")
        except PermissionError:
            return copied(programs, self._folder)
        return programs

    def _run(self, program: str, *args: str | Path) -> int:
        return self._execute(self._programs / program, *args)

    def _execute(self, *command: str | Path) -> int:
        # Into a file, which the server may inherit: a pipe would not come to its end.
        with (self._folder / "output").open("ab") as output:
            return subprocess.run(
                list(map(str, command)),
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
                **self._account,
            ).returncode

    def _said(self) -> str:
        said = [self._folder / name for name in ("output", "log")]
        texts = [path.read_text(errors="replace")[-1_000:] for path in said if path.exists()]
        return "\n".join(texts)


def _account() -> dict[str, Any]:
    """What makes a program run as another account than root."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {}
    import pwd  # noqa: PLC0415 - not on Windows

    return {"user": ACCOUNT, "group": pwd.getpwnam(ACCOUNT).pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
