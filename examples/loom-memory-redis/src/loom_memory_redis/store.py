"""The stores: each key's list is a Redis list, and what writes is one script.

Both have ``replace``, ``keys`` and ``close`` beside the three required verbs. Neither has
``remove`` or ``get``: a Redis list is walked from an end, and their cost may not grow with the
list. Only one has ``search``, and only a server that has RediSearch gives that one: the verb is
there or it is not, as with every other store of Loom.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from loom_memory_core import (
    ConflictError,
    CorruptEntryError,
    IndexMismatchError,
    InvalidEntryError,
    MemoryEntry,
    OpenGuard,
    SearchHit,
    check_entries,
    check_expected,
    check_key,
    check_limit,
    check_prefix,
    check_query,
)
from redis.commands.core import Script

from loom_memory_redis.connection import Server, as_bytes
from loom_memory_redis.elements import element_of, entry_of
from loom_memory_redis.names import Names
from loom_memory_redis.scripts import APPEND, REPLACE
from loom_memory_redis.tokens import query_tokens, row_tokens
from loom_memory_redis.word_index import WordIndex

LARGEST: Final = 2**53
"""More than any list holds; a script counts no further."""


class RedisListStore:
    """Ordered lists of entries, safe between threads, processes and machines.

    What a server without RediSearch gives. Durable is what the server makes so: with
    ``appendfsync always`` an append survives the loss of power, and by Redis's own default the
    last second may be lost.

    Args:
        server: Where the lists are.
    """

    _index: WordIndex | None = None

    def __init__(self, server: Server) -> None:
        self._server = server
        self._names = Names(server.options.namespace)
        self._guard = OpenGuard(type(self).__name__)
        self._append = server.client.register_script(APPEND)
        self._replace = server.client.register_script(REPLACE)

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put all of ``entries`` at the end of the list, in order and in one step."""
        key, entries = check_key(key), check_entries(entries)
        self._guard.check()
        if entries:
            self._write(self._append, key, self._stored(key, entries))

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries in append order, or all of them."""
        key, limit = check_key(key), check_limit(limit)
        self._guard.check()
        if limit == 0:
            return []
        first = 0 if limit is None else -min(limit, LARGEST)
        with self._server.translated():
            elements = self._server.client.lrange(self._names.list(key), first, -1)
        return [
            self._entry(key, as_bytes(element), at - len(elements))
            for at, element in enumerate(elements)
        ]

    def clear(self, key: str) -> None:
        """Empty the list; that of an unknown key is empty already."""
        self.replace(key, [])

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        """Make the list equal to ``entries``, in one step.

        Raises:
            ConflictError: The ids of the list are not the ``expected`` ones.
        """
        key, entries, expected = check_key(key), check_entries(entries), check_expected(expected)
        self._guard.check()
        ids = [] if expected is None else [each.encode() for each in expected]
        count = -1 if expected is None else len(ids)
        said = self._write(self._replace, key, [count, *ids, *self._stored(key, entries)])
        if said == b"conflict":
            raise ConflictError(
                f"key {key!r} does not hold the entries with the {len(ids)} expected ids",
                hint="read the list again, change it again, and replace it with the new ids",
            )

    def keys(self, prefix: str = "") -> Iterator[str]:
        """The keys that hold an entry, sorted by code point: a snapshot, taken now."""
        start = check_prefix(prefix)
        self._guard.check()
        if start is None:  # no key can begin so
            return iter(())
        text = start.encode()
        bounds = (b"[" + text, b"(" + text + b"\xff") if text else (b"-", b"+")
        with self._server.translated():
            found = self._server.client.zrangebylex(self._names.keys, *bounds)
        return iter([as_bytes(name).decode() for name in found])

    def close(self) -> None:
        """Free the connections; twice is fine."""
        if self._guard.close():
            self._server.client.close()

    def _stored(self, key: str, entries: Sequence[MemoryEntry]) -> list[bytes]:
        """For each entry its element and its tokens, one after the other."""
        indexed = self._index is not None
        return [
            part
            for entry in entries
            for part in (element_of(entry), row_tokens(key, entry) if indexed else b"")
        ]

    def _write(self, script: Script, key: str, arguments: Sequence[bytes | int]) -> bytes:
        """Run a script that writes; what it says."""
        names = self._names
        args = [key.encode(), names.row, int(self._index is not None), *arguments]
        with self._server.translated(outcome="unknown"):
            said = script(keys=[names.list(key), names.keys, names.mark], args=args)
        if said == b"an index":
            raise self._mismatch()
        if said == b"no index" and self._index:  # someone emptied the database
            self._index.prepare()
            return self._write(script, key, arguments)
        return as_bytes(said)

    def _mismatch(self) -> IndexMismatchError:
        return IndexMismatchError(
            f"the namespace {self._server.options.namespace!r} of {self._server.where} has an "
            "index of words, which this handle does not keep",
            hint="open it with index=true on a server that has RediSearch, or copy its lists "
            "into another namespace with loom memory copy",
        )

    def _entry(self, key: str, element: bytes, at: int) -> MemoryEntry:
        """The entry of one element; below 0, ``at`` counts from the end of the list."""
        try:
            return entry_of(element)
        except InvalidEntryError as error:
            if at < 0:
                with self._server.translated():
                    at += self._server.client.llen(self._names.list(key))
            raise CorruptEntryError(key, at, reason=error.message) from error


class RedisMemoryStore(RedisListStore):
    """Ordered lists of entries, searched by the words in them.

    Args:
        server: Where the lists are; it has RediSearch.

    Raises:
        BackendUnavailableError: The server refuses to keep the index.
    """

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self._index: WordIndex = WordIndex(server, self._names)
        self._index.prepare()

    def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        """The entries of this key that share a term with the query, best first."""
        key, query = check_key(key), check_query(query)
        limit = check_limit(limit, required=True)
        self._guard.check()
        tokens = query_tokens(key, query)
        if not tokens or limit == 0:
            return []
        found = self._index.search(key, tokens, min(limit, LARGEST))
        return [
            SearchHit(self._entry(key, element, position), int(millionths) / 1e6)
            for position, millionths, element in found
        ]
