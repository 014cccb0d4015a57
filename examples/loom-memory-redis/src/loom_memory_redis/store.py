"""The stores: each key's list is a sorted set and two hashes, and what writes is one script.

Both have ``replace``, ``remove``, ``get``, ``keys`` and ``close`` beside the three required verbs.
Only one has ``search``, and only a server that has RediSearch gives that one: the verb is there or
it is not, as with every other store of Loom.
"""

from collections.abc import Collection, Iterator, Sequence
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
    check_ids,
    check_key,
    check_limit,
    check_prefix,
    check_query,
)
from redis.commands.core import Script

from loom_memory_redis.connection import Server, as_bytes
from loom_memory_redis.elements import element_of, entry_of
from loom_memory_redis.names import Names
from loom_memory_redis.scripts import APPEND, GET, READ, REMOVE, REPLACE
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
        self._remove = server.client.register_script(REMOVE)
        self._read = server.client.register_script(READ)
        self._get = server.client.register_script(GET)

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
        elements = self._elements(self._read, key, [first])
        return [
            self._entry(key, element, at - len(elements)) for at, element in enumerate(elements)
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

    def remove(self, key: str, ids: Collection[str]) -> int:
        """Remove every entry that has one of the ids, in one step; how many went."""
        key, wanted = check_key(key), check_ids(ids)
        self._guard.check()
        if not wanted:
            return 0
        return int(self._write(self._remove, key, [each.encode() for each in sorted(wanted)]))

    def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        """Every entry that has one of the ids, in append order."""
        key, wanted = check_key(key), check_ids(ids)
        self._guard.check()
        if not wanted:
            return []
        elements = self._elements(self._get, key, [each.encode() for each in sorted(wanted)])
        return [self._entry(key, element) for element in elements]

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

    def _elements(self, script: Script, key: str, arguments: Sequence[bytes | int]) -> list[bytes]:
        """Run a script that reads; the elements that it gives."""
        with self._server.translated():
            found = script(keys=self._names.of(key), args=arguments)
        return [as_bytes(each) for each in found]

    def _write(self, script: Script, key: str, arguments: Sequence[bytes | int]) -> bytes:
        """Run a script that writes; what it says."""
        names = self._names
        args = [key.encode(), names.row, int(self._index is not None), *arguments]
        with self._server.translated(outcome="unknown"):
            said = script(keys=[*names.of(key), names.keys, names.mark], args=args)
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

    def _entry(self, key: str, element: bytes, at: int | None = None) -> MemoryEntry:
        """The entry of one element; ``at`` is below 0, and counts from the end of the list."""
        try:
            return entry_of(element)
        except InvalidEntryError as error:
            raise CorruptEntryError(
                key, self._place(key, element, at), reason=error.message
            ) from error

    def _place(self, key: str, element: bytes, at: int | None) -> int:
        """Where an element stands, counted from 0."""
        if at is None:
            return self._elements(self._read, key, [0]).index(element)
        with self._server.translated():
            return self._server.client.zcard(self._names.list(key)) + at


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
            SearchHit(self._entry(key, element), int(millionths) / 1e6)
            for _, millionths, element in found
        ]
