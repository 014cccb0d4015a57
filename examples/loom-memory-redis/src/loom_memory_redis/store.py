"""The store: each key's list is a Redis list, and what writes is one script.

It has ``replace``, ``keys`` and ``close`` beside the three required verbs. It has neither
``remove`` nor ``get``: a Redis list is walked from an end, and their cost may not grow with
the list. It has no ``search``: a plain server has no index of words.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from loom_memory_core import (
    ConflictError,
    CorruptEntryError,
    InvalidEntryError,
    MemoryEntry,
    OpenGuard,
    check_entries,
    check_expected,
    check_key,
    check_limit,
    check_prefix,
)

from loom_memory_redis.connection import connected, translated
from loom_memory_redis.options import RedisOptions
from loom_memory_redis.scripts import APPEND, REPLACE

LARGEST: Final = 2**62
"""More than any list holds; Redis takes no larger number."""


class RedisMemoryStore:
    """Ordered lists of entries, safe between threads, processes and machines.

    Durable is what the server makes so: with ``appendfsync always`` an append survives the
    loss of power, and by Redis's own default the last second may be lost.

    Args:
        options: Where the server is, and how it is asked.

    Raises:
        BackendUnavailableError: The server does not answer.
    """

    def __init__(self, options: RedisOptions) -> None:
        self._options = options
        self._where = f"redis at {options.url.host or 'localhost'}"
        self._client = connected(options)
        self._guard = OpenGuard("RedisMemoryStore")
        self._append = self._client.register_script(APPEND)
        self._replace = self._client.register_script(REPLACE)
        with translated(self._where):
            self._client.ping()

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """Put all of ``entries`` at the end of the list, in order and in one step."""
        key, entries = check_key(key), check_entries(entries)
        self._guard.check()
        if entries:
            elements = [_element(entry) for entry in entries]
            with translated(self._where, outcome="unknown"):
                self._append(keys=self._names(key), args=[key.encode(), *elements])

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """The newest ``limit`` entries in append order, or all of them."""
        key, limit = check_key(key), check_limit(limit)
        self._guard.check()
        if limit == 0:
            return []
        first = 0 if limit is None else -min(limit, LARGEST)
        with translated(self._where):
            elements = list(map(_bytes, self._client.lrange(self._names(key)[0], first, -1)))
        return [
            self._entry(key, element, len(elements) - at) for at, element in enumerate(elements)
        ]

    def _entry(self, key: str, element: bytes, from_end: int) -> MemoryEntry:
        try:
            return MemoryEntry.from_json(element.partition(b"\0")[2])
        except InvalidEntryError as error:
            with translated(self._where):
                length = self._client.llen(self._names(key)[0])
            raise CorruptEntryError(key, length - from_end, reason=error.message) from error

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
        args: list[bytes | int] = [key.encode(), count, *ids, *map(_element, entries)]
        with translated(self._where, outcome="unknown"):
            done = self._replace(keys=self._names(key), args=args)
        if not done:
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
        with translated(self._where):
            found = self._client.zrangebylex(f"{self._options.namespace}:keys", *bounds)
        return iter([_bytes(name).decode() for name in found])

    def close(self) -> None:
        """Free the connections; twice is fine."""
        if self._guard.close():
            self._client.close()

    def _names(self, key: str) -> tuple[bytes, bytes]:
        """The Redis keys of the list, and of the sorted set of all lists."""
        start = self._options.namespace.encode()
        return start + b":list:" + key.encode(), start + b":keys"


def _bytes(answer: bytes | str) -> bytes:
    """What the client gives for this server's text, whose type leaves open which it is."""
    return answer if isinstance(answer, bytes) else answer.encode()


def _element(entry: MemoryEntry) -> bytes:
    return entry.id.encode() + b"\0" + entry.to_json().encode()
