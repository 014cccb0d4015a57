"""A store behind AsyncStore keeps the promises that it kept before."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from loom_conformance import MemoryStoreContract, StoreFactory
from loom_memory_core import OPTIONAL_VERBS, AsyncStore, InMemoryStore, MemoryStore


class Awaited:
    """An AsyncStore whose every call is awaited at once, on an event loop of its own."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = AsyncStore(store)

    def __getattr__(self, verb: str) -> Callable[..., Any]:
        method = getattr(self._store, verb)

        def call(*args: object, **options: object) -> object:
            answer = method(*args, **options)
            return iter(asyncio.run(listed(answer))) if verb == "keys" else asyncio.run(answer)

        return call


async def listed(keys: AsyncIterator[str]) -> list[str]:
    return [key async for key in keys]


class TestAsyncStore(MemoryStoreContract):
    verbs = frozenset(OPTIONAL_VERBS)
    durable = False

    @pytest.fixture
    def store_factory(self) -> StoreFactory:
        store: Any = Awaited(InMemoryStore())
        return lambda: store
