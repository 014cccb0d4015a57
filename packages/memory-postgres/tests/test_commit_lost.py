"""A connection that goes while it commits: the caller is told that nobody knows."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from urllib.parse import urlsplit

import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions

COMMIT = b"COMMIT\0"


class Wire:
    """Between one store and its server; cuts the line at the next COMMIT when told to.

    Args:
        host: The server's.
        port: The server's.
    """

    def __init__(self, host: str, port: int) -> None:
        self._server = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.cut: str | None = None
        self._lines: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join()
        for line in self._lines:
            line.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(self._server)
            self._lines += [client, server]
            for pair in ((client, server), (server, client)):
                thread = threading.Thread(target=self._pump, args=pair)
                self._threads.append(thread)
                thread.start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        """Pass on what comes, until either side has gone."""
        with suppress(OSError):
            while data := source.recv(65_536):
                if self.cut and COMMIT in data:
                    self._cut(source, target, data)
                    return
                target.sendall(data)
        _shut(target)

    def _cut(self, client: socket.socket, server: socket.socket, data: bytes) -> None:
        """Lose the COMMIT on its way, or the answer to it."""
        how, self.cut = self.cut, None
        if how == "the answer":
            _shut(client)
            server.sendall(data)
            server.shutdown(socket.SHUT_WR)  # the server reads the COMMIT, then the end
        else:
            _shut(client)
            _shut(server)


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wire(postgres_url: str) -> Iterator[Wire]:
    parts = urlsplit(postgres_url)
    with closing(Wire(parts.hostname or "", parts.port or 0)) as found:
        yield found


@pytest.mark.parametrize("lost", ["the answer", "the commit"])
def test_a_connection_lost_during_commit_is_of_unknown_outcome(
    wire: Wire, postgres_url: str, lost: str
) -> None:
    host = urlsplit(postgres_url)
    url = postgres_url.replace(f":{host.port}", f":{wire.port}")
    store = PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(url), prepare=False))
    store.append("k", [MemoryEntry(content="before", id="before")])
    wire.cut = lost
    with pytest.raises(BackendUnavailableError, match="while it committed") as caught:
        store.append("k", [MemoryEntry(content="lost", id="lost")])
    assert caught.value.outcome == "unknown"
    assert "get(key, ids)" in caught.value.hint
    store.append("other", [MemoryEntry(content="works again")])
    store.close()
    with closing(PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(postgres_url)))) as after:
        # The next append to the key waits for a COMMIT that is still on its way.
        after.append("k", [MemoryEntry(content="after", id="after")])
        there = [each.id for each in after.read("k")]
    assert there in (["before", "after"], ["before", "lost", "after"])
    assert (lost == "the commit") <= ("lost" not in there)
