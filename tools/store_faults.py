"""Killing at a store call, switching two writers at their calls, and what must hold then."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from threading import Event, Thread
from typing import Any

from loom_memory_core import (
    ConflictError,
    LoomError,
    MemoryEntry,
    MemoryStore,
    untainted,
)
from loom_memory_knowledge import Knowledge, Source
from loom_memory_runtime import Clock, utc_now

SCOPE = "user/ada"

Act = Callable[[Knowledge], object]
"""What a writer does."""


class Killed(BaseException):
    """The process died; nothing of it runs any more."""


class Watched:
    """A store on which something happens before each call.

    Args:
        over: The store behind it.
        before: Called with the number of the call, from 0.
    """

    scores = "absolute"

    def __init__(self, over: MemoryStore, before: Callable[[int], None]) -> None:
        self.over: Any = over
        self.calls = 0
        self._before = before
        for verb in ("search", "remove", "get", "keys"):
            setattr(self, verb, partial(self._call, verb))

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        """As in the contract."""
        self._call("append", key, entries)

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        """As in the contract."""
        found: list[MemoryEntry] = self._call("read", key, limit=limit)
        return found

    def clear(self, key: str) -> None:
        """As in the contract."""
        self._call("clear", key)

    def _call(self, verb: str, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - any verb
        self._before(self.calls)
        self.calls += 1
        return getattr(self.over, verb)(*arguments, **options)


def killed_at(store: MemoryStore, call: int, act: Act) -> bool:
    """Let a writer act and kill it before one of its calls; whether it got that far.

    What a dead process would have cleaned up is not cleaned up: no call after that one arrives.
    """

    def die(number: int) -> None:
        if number >= call:
            raise Killed

    try:
        act(Knowledge(Watched(store, die), SCOPE))
    except Killed:
        return True
    except LoomError:
        return False
    return False


def count_calls(prepare: Callable[[], MemoryStore], act: Act) -> int:
    """How many calls a writer makes that nobody disturbs."""
    watched = Watched(prepare(), lambda _number: None)
    act(Knowledge(watched, SCOPE))
    return watched.calls


_PATIENCE_SECONDS = 60.0
"""A writer that has not come so far by then hangs."""


def _in_time(done: bool) -> None:  # noqa: FBT001 - what a wait gave
    if not done:
        raise TimeoutError(f"a writer hangs: {_PATIENCE_SECONDS} seconds have passed")


class Writer:
    """A writer on a thread of its own, which stops before one of its calls until it may go on.

    Args:
        store: What it writes to.
        act: What it does.
        stop: Before which of its calls it stops.
        clock: What it takes the time from.
    """

    def __init__(self, store: MemoryStore, act: Act, *, stop: int, clock: Clock = utc_now) -> None:
        self._stop = stop
        self._clock = clock
        self._stopped, self._go = Event(), Event()
        self.outcome: object = None
        self._thread = Thread(target=self._run, args=(Watched(store, self._before), act))

    def until_stop(self) -> None:
        """Let it run until it stops, or is done."""
        self._thread.start()
        _in_time(self._stopped.wait(_PATIENCE_SECONDS))

    def to_the_end(self) -> None:
        """Let it go on until it is done."""
        self._go.set()
        self._thread.join(_PATIENCE_SECONDS)
        _in_time(not self._thread.is_alive())

    @property
    def refused(self) -> bool:
        """Whether it was told that another was first."""
        return isinstance(self.outcome, ConflictError)

    def _before(self, number: int) -> None:
        if number == self._stop:
            self._stopped.set()
            _in_time(self._go.wait(_PATIENCE_SECONDS))

    def _run(self, store: MemoryStore, act: Act) -> None:
        try:
            self.outcome = act(Knowledge(store, SCOPE, clock=self._clock))
        except LoomError as error:
            self.outcome = error
        finally:
            self._stopped.set()


def interleaved(
    prepare: Callable[[], MemoryStore], one: Act, other: Act, *, clock: Clock = utc_now
) -> Iterator[tuple[MemoryStore, Writer, Writer]]:
    """Two writers, switched at every pair of points: one, the other, one, the other.

    Args:
        prepare: Gives the store that both write to.
        one: What the first does.
        other: What the second does.
        clock: The second's; the first has the machine's.
    """
    calls = count_calls(prepare, one), count_calls(prepare, other)
    for stop in range(calls[0] + 1):
        for other_stop in range(calls[1] + 1):
            store = prepare()
            first = Writer(store, one, stop=stop)
            second = Writer(store, other, stop=other_stop, clock=clock)
            first.until_stop()
            second.until_stop()
            first.to_the_end()
            second.to_the_end()
            yield store, first, second


_SOURCES: dict[str, Source] = {
    "section": "documents",
    "note": "notes",
    "fact": "facts",
    "turn": "traces",
}


def unfindable(store: MemoryStore) -> list[object]:
    """The texts of living chunks that recall does not find, before anything is healed."""
    knowledge = Knowledge(store, SCOPE)
    prefix = f"loom/{SCOPE}/doc/"
    lost: list[object] = []
    for key in list(store.keys(prefix)):  # type: ignore[attr-defined]  # it has the verb
        document = knowledge.documents._log.read(key.removeprefix(prefix))  # noqa: SLF001 - the truth itself
        for chunk in [] if document is None or document.gone else document.live:
            source = _SOURCES[chunk.body.kind]
            query = str(untainted(chunk.body.text))
            ended = chunk.closed.at - timedelta(microseconds=1) if chunk.closed else None
            hits = knowledge.recall(query, sources=[source], limit=50, as_of=ended).hits
            if chunk.id not in {hit.chunk for hit in hits}:
                lost.append(chunk.body.text)
    return lost


def said(store: MemoryStore) -> list[str]:
    """What the living chunks of all documents say, without their ids."""
    knowledge = Knowledge(store, SCOPE)
    prefix = f"loom/{SCOPE}/doc/"
    documents = [
        knowledge.documents.read(key.removeprefix(prefix))
        for key in list(store.keys(prefix))  # type: ignore[attr-defined]  # it has the verb
    ]
    return sorted(
        f"{document.head.title} {chunk.body.heading} {untainted(chunk.body.text)}"
        for document in documents
        for chunk in document.live
    )
