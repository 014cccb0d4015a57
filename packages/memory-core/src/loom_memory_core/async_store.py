"""Any store, awaited: the same verbs on worker threads, so no backend writes two colours."""

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Concatenate, Generic, ParamSpec, TypeVar, overload

from loom_memory_core.capability import require, supports
from loom_memory_core.checks import check_prefix
from loom_memory_core.entry import MemoryEntry
from loom_memory_core.hit import SearchHit
from loom_memory_core.info import StoreInfo
from loom_memory_core.protocols import MemoryStore

P = ParamSpec("P")
R = TypeVar("R")


async def _on_a_thread(verb: Callable[P, R], *args: P.args, **options: P.kwargs) -> R:
    import asyncio  # noqa: PLC0415 - 18 ms that a synchronous application need not pay

    return await asyncio.to_thread(verb, *args, **options)


class _OptionalVerb(Generic[P, R]):
    """A method that an ``AsyncStore`` has exactly when its store has it."""

    def __init__(self, method: "Callable[Concatenate[AsyncStore, P], R]") -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "_OptionalVerb[P, R]": ...
    @overload
    def __get__(self, instance: "AsyncStore", owner: type) -> Callable[P, R]: ...
    def __get__(
        self, instance: "AsyncStore | None", owner: type
    ) -> "Callable[P, R] | _OptionalVerb[P, R]":
        if instance is None:
            return self
        verb = self._method.__name__
        if not supports(instance.store, verb):
            raise AttributeError(
                f"{type(instance.store).__name__} has no verb {verb!r}, so its AsyncStore has none",
                name=verb,
                obj=instance,
            )
        bound: Callable[P, R] = self._method.__get__(instance, owner)
        return bound


class AsyncStore:
    """Awaitable verbs over any store, of the same names and promises.

    Each call runs on a worker thread of the running event loop, so one store serves any
    number of loops. A call that is cancelled is no longer waited for; a verb that had
    begun is not undone. ``keys`` is an async iterator, and takes its snapshot at its
    first step.

    Args:
        store: The store to share. Its optional verbs are this object's optional verbs.

    Examples:
        >>> import asyncio
        >>> from loom_memory_core import InMemoryStore
        >>> async def remember() -> int:
        ...     store = AsyncStore(InMemoryStore())
        ...     await store.append("user/ada", [MemoryEntry(content="likes tea")])
        ...     return len(await store.read("user/ada"))
        >>> asyncio.run(remember())
        1
    """

    def __init__(self, store: MemoryStore) -> None:
        self.store = store

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if hasattr(self, name)]

    async def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """``MemoryStore.append``, awaited."""
        await _on_a_thread(self.store.append, key, entries)

    async def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """``MemoryStore.read``, awaited."""
        return await _on_a_thread(self.store.read, key, limit=limit)

    async def clear(self, key: str) -> None:
        """``MemoryStore.clear``, awaited."""
        await _on_a_thread(self.store.clear, key)

    @_OptionalVerb
    async def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        """``ReplaceableStore.replace``, awaited."""
        store = require(self.store, "replace")
        await _on_a_thread(store.replace, key, entries, expected=expected)

    @_OptionalVerb
    async def search(self, key: str, query: str, *, limit: int = 10) -> list[SearchHit]:
        """``SearchableStore.search``, awaited."""
        store = require(self.store, "search")
        return await _on_a_thread(store.search, key, query, limit=limit)

    @_OptionalVerb
    async def remove(self, key: str, ids: Collection[str]) -> int:
        """``RemovableStore.remove``, awaited."""
        return await _on_a_thread(require(self.store, "remove").remove, key, ids)

    @_OptionalVerb
    async def get(self, key: str, ids: Collection[str]) -> list[MemoryEntry]:
        """``GettableStore.get``, awaited."""
        return await _on_a_thread(require(self.store, "get").get, key, ids)

    @_OptionalVerb
    def keys(self, prefix: str = "") -> AsyncIterator[str]:
        """``ListableStore.keys``, as an async iterator.

        The argument is checked at the call; the snapshot is taken at the first step.
        """
        check_prefix(prefix)
        return self._each_key(prefix)

    async def _each_key(self, prefix: str) -> AsyncIterator[str]:
        for key in await _on_a_thread(require(self.store, "keys").keys, prefix):
            yield key

    @_OptionalVerb
    async def inspect(self, *, check: bool = False) -> StoreInfo:
        """``InspectableStore.inspect``, awaited."""
        return await _on_a_thread(require(self.store, "inspect").inspect, check=check)

    @_OptionalVerb
    async def close(self) -> None:
        """``ClosableStore.close``, awaited."""
        await _on_a_thread(require(self.store, "close").close)
