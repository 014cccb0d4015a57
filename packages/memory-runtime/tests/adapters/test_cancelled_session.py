"""A call that changes a session is over when its cancellation is seen, however often it came."""

import asyncio
import gc
from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry
from loom_memory_runtime.adapters.openai_agents import LoomSession

ITEMS: list[Any] = [{"role": "user", "content": "I like tea"}]


class WaitingStore(InMemoryStore):
    """A store whose append begins, and ends when it is told to."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.begun, self.may_end = Event(), Event()
        self._error = error

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self.begun.set()
        assert self.may_end.wait(60)
        if self._error:
            raise self._error
        super().append(key, entries)


async def cancelled(store: WaitingStore, *, times: int) -> list[Any]:
    """What the session holds when a cancelled addition is over."""
    session = LoomSession("ada", store)
    adding = asyncio.create_task(session.add_items(ITEMS))
    await asyncio.to_thread(store.begun.wait)
    for _ in range(times):
        adding.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not adding.done()
    store.may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await adding
    return await session.get_items()


@pytest.mark.parametrize("times", [1, 3])
def test_a_cancelled_addition_is_over_when_that_is_seen(times: int) -> None:
    assert asyncio.run(cancelled(WaitingStore(), times=times)) == ITEMS


def test_what_a_cancelled_addition_raises_is_not_reported_as_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert asyncio.run(cancelled(WaitingStore(OSError("disk full")), times=1)) == []
    gc.collect()  # asyncio reports a lost exception when its task is freed
    assert caplog.records == []
