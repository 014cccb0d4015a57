"""Any store, awaited: the same verbs, no more and no fewer."""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from loom_memory_core import (
    OPTIONAL_VERBS,
    AsyncStore,
    InMemoryStore,
    MemoryEntry,
    StoreClosedError,
    supports,
)


class SlowList:
    """Three verbs; ``append`` begins, then waits to be let through."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.done = threading.Event()
        self.entries: list[MemoryEntry] = []

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:  # noqa: ARG002 - one list
        self.begun.set()
        self.go_on.wait()
        self.entries.extend(entries)
        self.done.set()

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:  # noqa: ARG002 - one list
        return list(self.entries)

    def clear(self, key: str) -> None:  # noqa: ARG002 - one list
        self.entries.clear()


async def every_verb(store: AsyncStore) -> None:
    first, second = MemoryEntry(content="red apple"), MemoryEntry(content="green apple")
    await store.append("k", [first, second])
    assert await store.read("k", limit=1) == [second]
    assert [hit.entry for hit in await store.search("k", "red")] == [first]
    assert await store.get("k", [first.id]) == [first]
    assert [key async for key in store.keys("k")] == ["k"]
    assert (await store.inspect(check=True)).entries == 2
    assert await store.remove("k", [first.id]) == 1
    await store.replace("k", [first], expected=[second.id])
    await store.clear("k")
    await store.close()
    with pytest.raises(StoreClosedError):
        await store.read("k")


def test_every_verb_awaits() -> None:
    asyncio.run(every_verb(AsyncStore(InMemoryStore())))


def test_it_has_an_optional_verb_exactly_when_its_store_has_it() -> None:
    whole, least = AsyncStore(InMemoryStore()), AsyncStore(SlowList())
    assert all(supports(whole, verb) for verb in OPTIONAL_VERBS)
    assert not any(supports(least, verb) for verb in OPTIONAL_VERBS)
    assert set(OPTIONAL_VERBS).isdisjoint(dir(least))
    assert set(OPTIONAL_VERBS) <= set(dir(whole))
    with pytest.raises(AttributeError, match="SlowList has no verb 'search'"):
        _ = least.search


def test_one_store_serves_two_loops_and_a_thread() -> None:
    store = InMemoryStore()
    shared = AsyncStore(store)

    async def write(name: str) -> None:
        for number in range(50):
            await shared.append("k", [MemoryEntry(content=f"{name} {number}")])

    threads = [
        threading.Thread(target=asyncio.run, args=(write(name),)) for name in ("one", "other")
    ]
    for thread in threads:
        thread.start()
    for number in range(50):
        store.append("k", [MemoryEntry(content=f"plain {number}")])
    for thread in threads:
        thread.join()
    contents = [str(entry.content) for entry in store.read("k")]
    for name in ("one", "other", "plain"):
        mine = [content for content in contents if content.startswith(name)]
        assert mine == [f"{name} {number}" for number in range(50)]


def test_a_cancelled_call_does_not_undo_a_verb_that_had_begun() -> None:
    slow = SlowList()

    async def cancel() -> None:
        call = asyncio.create_task(AsyncStore(slow).append("k", [MemoryEntry(content="x")]))
        await asyncio.to_thread(slow.begun.wait)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        slow.go_on.set()

    asyncio.run(cancel())
    assert slow.done.wait(timeout=60)
    assert [entry.content for entry in slow.read("k")] == ["x"]


def test_keys_checks_its_argument_at_the_call() -> None:
    with pytest.raises(TypeError, match="prefix is 3"):
        AsyncStore(InMemoryStore()).keys(3)  # type: ignore[arg-type]  # wrong on purpose
