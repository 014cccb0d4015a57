"""The index of words of one store, which RediSearch keeps over the rows."""

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

import redis
from loom_memory_core import BackendUnavailableError, InvalidEntryError
from redis.client import Pipeline

from loom_memory_redis.connection import Server, as_bytes
from loom_memory_redis.elements import entry_of
from loom_memory_redis.names import Names
from loom_memory_redis.scripts import BUILT, INDEXING, SEARCH
from loom_memory_redis.tokens import row_tokens

SCHEMA: Final = ("SCHEMA", "position", "NUMERIC", "tokens", "TEXT", "NOSTEM")
UNASKED: Final = b"w"
"""A query that is no token of anything: it shows that the server can answer."""

Hit = tuple[int, bytes, bytes]
"""A number, a score in millionths, and an element."""


def has_redisearch(server: Server) -> bool:
    """Whether the server has RediSearch, by asking it for the names of its indexes."""
    with server.translated(), _refusing(server):
        try:
            _indexes(server)
        except redis.ResponseError as error:
            if "unknown command" in str(error):
                return False
            raise
    return True


class WordIndex:
    """The index of one store.

    Args:
        server: A server that has RediSearch.
        names: What the store's Redis keys are called.
    """

    def __init__(self, server: Server, names: Names) -> None:
        self._server = server
        self._client = server.client
        self._names = names
        self._search = self._client.register_script(SEARCH)
        self._indexing = self._client.register_script(INDEXING)

    def prepare(self) -> None:
        """Leave with an index that holds every entry of the store.

        A store that was written without one gets the rows it lacks. To call it again, or from
        two processes at once, does no harm.

        Raises:
            BackendUnavailableError: The server does not answer, or can keep no such index.
        """
        with self._server.translated(), _refusing(self._server):
            mark = self._client.get(self._names.mark)
            self._create(over_rows=mark is not None)
            if mark != BUILT:
                self._fill()
            self._wait()
            self._ask("", UNASKED, 0)

    def search(self, key: str, tokens: bytes, limit: int) -> list[Hit]:
        """The hits of one key, best first.

        Args:
            key: The list that is searched.
            tokens: What ``query_tokens`` gives.
            limit: How many hits at most.
        """
        with self._server.translated():
            try:
                found = self._ask(key, tokens, limit)
            except redis.ResponseError:  # it may have been dropped
                found = None
        if found is None:
            self.prepare()
            with self._server.translated():
                found = self._ask(key, tokens, limit)
        return found or []

    def _ask(self, key: str, tokens: bytes, limit: int) -> list[Hit] | None:
        """The hits, or None if not every entry has its row."""
        names = self._names
        answer: list[Hit] | bytes = self._search(
            keys=[names.list(key), names.data(key), names.mark],
            args=[names.row, names.index, limit, tokens],
        )
        return answer if isinstance(answer, list) else None

    def _create(self, *, over_rows: bool) -> None:
        """Create the index if it is missing; there can be rows only where there is a mark."""
        names = self._names
        if names.index in _indexes(self._server):  # a replica could not be asked to create it
            return
        of_hashes = ("ON", "HASH", "PREFIX", 1, names.row, "STOPWORDS", 0)
        lean = ("NOOFFSETS", "NOHL", "NOFIELDS")
        scan = () if over_rows else ("SKIPINITIALSCAN",)
        try:
            self._server.ask("FT.CREATE", names.index, *of_hashes, *lean, *scan, *SCHEMA)
        except redis.ResponseError as error:
            if "already exists" not in str(error):  # another process was first
                raise

    def _fill(self) -> None:
        """Give each entry its row. From here on, whoever writes must write rows."""
        self._client.set(self._names.mark, "building", nx=True)
        for name in self._client.zrangebylex(self._names.keys, "-", "+"):
            key = as_bytes(name).decode()
            self._client.transaction(partial(self._fill_list, key), self._names.list(key))
        self._client.set(self._names.mark, BUILT)

    def _fill_list(self, key: str, pipe: Pipeline) -> None:
        """Queue the rows of one list; they are written only if it is still the same."""
        elements = pipe.hgetall(self._names.data(key))
        pipe.multi()
        for number, element in elements.items():
            if tokens := _tokens_of(key, as_bytes(element)):
                name = self._names.row + as_bytes(number) + b":" + key.encode()
                pipe.hset(name, mapping={"position": as_bytes(number), "tokens": tokens})

    def _wait(self) -> None:
        """Wait while the server reads rows that were there before the index."""
        end = time.monotonic() + self._server.options.timeout_seconds
        while self._indexing(args=[self._names.index]):
            if time.monotonic() > end:
                raise BackendUnavailableError(
                    f"{self._server.where} is still reading the rows of its index",
                    hint="open the store again later, or with a longer timeout_seconds",
                )
            time.sleep(0.02)


def _indexes(server: Server) -> Collection[bytes]:
    """The names of the indexes of the server."""
    answer = server.ask("FT._LIST")
    return answer if isinstance(answer, list | set) else ()


def _tokens_of(key: str, element: bytes) -> bytes:
    try:
        return row_tokens(key, entry_of(element))
    except InvalidEntryError:  # reading the list says so
        return b""


@contextmanager
def _refusing(server: Server) -> Iterator[None]:
    """A refusal by the server, told as one of the index."""
    try:
        yield
    except redis.ResponseError as error:
        raise BackendUnavailableError(
            f"{server.where} keeps no index of words: {error}",
            hint="RediSearch 2.10 or newer does, for a user with the right to FT.* commands; "
            "with index=false the store opens without search",
        ) from error
