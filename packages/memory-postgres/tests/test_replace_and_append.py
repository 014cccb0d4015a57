"""A replace beside appends to the same list: what was acknowledged after it began is kept."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import count
from subprocess import Popen
from typing import Any

import psycopg
import pytest
from loom_memory_core import ConflictError, MemoryEntry
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex
from loom_memory_postgres.analysis import WordRow

Opener = Callable[..., PostgresMemoryStore]
Program = Callable[..., Popen[str]]
Raw = psycopg.Connection[tuple[Any, ...]]

OLD = [f"old {at}" for at in range(5)]
NEW = ["new 0", *OLD[1:4], "new 1"]


def entries(names: Sequence[str]) -> list[MemoryEntry]:
    return [MemoryEntry(content=name, id=name) for name in names]


def ids(store: PostgresMemoryStore) -> list[str]:
    return [each.id for each in store.read("k")]


def check(store: PostgresMemoryStore, expected: Sequence[str]) -> None:
    """The list is this one, and its index knows nothing else."""
    assert ids(store) == list(expected)
    assert store.inspect(check=True).problems == ()
    found = store.search("k", "old new appended", limit=1_000)
    assert sorted(hit.entry.id for hit in found) == sorted(expected)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as threads:
        yield threads


class Queue:
    """Calls that wait for the list's row, which is held from here, in the order they came."""

    def __init__(self, raw: Raw, pool: ThreadPoolExecutor) -> None:
        self._raw = raw
        self._pool = pool
        self._waiting = 0

    def add(self, call: Callable[[], object]) -> "Future[object]":
        """Start ``call``, and come back when it waits behind those before it."""
        self._waiting += 1
        future = self._pool.submit(call)
        while self._locks() < self._waiting:
            assert not future.done(), future.result()
        return future

    def _locks(self) -> int:
        waiting = (
            "SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid) "
            "WHERE NOT granted AND datname = current_database()"
        )
        self._raw.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees one, else
        return len(self._raw.execute(waiting).fetchall())


@pytest.mark.parametrize("first", ["append", "replace"])
@pytest.mark.parametrize("careful", [True, False], ids=["expected", "whatever"])
@pytest.mark.parametrize("new", [NEW, []], ids=["change", "clear"])
def test_both_wait_for_the_list(
    opener: Opener,
    raw: Raw,
    pool: ThreadPoolExecutor,
    first: str,
    careful: object,
    new: list[str],
) -> None:
    one, other = opener(), opener()
    one.append("k", entries(OLD))
    with raw.transaction():
        raw.execute("SELECT FROM loom.loom_lists WHERE key = 'k' FOR UPDATE")
        queue = Queue(raw, pool)
        calls = {
            "append": lambda: one.append("k", entries(["appended"])),
            "replace": lambda: other.replace("k", entries(new), expected=OLD if careful else None),
        }
        order = [first, *(calls.keys() - {first})]
        futures = {name: queue.add(calls[name]) for name in order}
    futures["append"].result()
    if first == "replace":
        futures["replace"].result()
        check(one, [*new, "appended"])
    elif careful:
        with pytest.raises(ConflictError):
            futures["replace"].result()
        check(one, [*OLD, "appended"])
    else:
        futures["replace"].result()
        check(one, new)


class Between(WordIndex):
    """Does something else after a replace has read the list, and before it takes it."""

    def __init__(self) -> None:
        super().__init__()
        self.then: list[Callable[[], object]] = []

    def prepare(self, rows: Sequence[MemoryEntry]) -> list[WordRow]:
        while self.then:
            self.then.pop()()
        return super().prepare(rows)


@pytest.mark.parametrize("careful", [True, False], ids=["expected", "whatever"])
@pytest.mark.parametrize(
    ("action", "left"),
    [
        (lambda store: store.append("k", entries(["appended"])), [*OLD, "appended"]),
        (lambda store: store.remove("k", OLD[1:3]), [OLD[0], *OLD[3:]]),
        (lambda store: store.clear("k"), []),
        (lambda store: store.replace("k", entries(["appended"])), ["appended"]),
        (lambda store: store.replace("k", entries(NEW)), NEW),
    ],
    ids=["append", "remove", "clear", "replace", "the same replace"],
)
def test_another_writer_comes_between_reading_and_writing(
    opener: Opener,
    options: PostgresOptions,
    careful: object,
    action: Callable[[PostgresMemoryStore], object],
    left: list[str],
) -> None:
    other = opener()
    other.append("k", entries(OLD))
    index = Between()
    with closing(PostgresMemoryStore(options, indexes=[index])) as store:
        index.then.append(lambda: action(other))
        if careful:
            with pytest.raises(ConflictError):
                store.replace("k", entries(NEW), expected=OLD)
            check(other, left)
        else:
            store.replace("k", entries(NEW))
            check(other, NEW)
        assert not index.then
        other.append("k", entries(["appended after"]))
        assert ids(store)[-1] == "appended after"


def test_a_careful_replace_loses_nothing_to_other_processes(
    program: Program, opener: Opener
) -> None:
    """Every entry that a process was told is written stays, whatever is replaced meanwhile."""
    store = opener()
    names, each = range(3), 40
    children = [program("open_and_append.py", name, each) for name in names]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    replaced = conflicts = 0
    while any(child.poll() is None for child in children) or not replaced:
        known = store.read("k")
        rest = [entry for entry in known if entry.id != "mark"]
        new = [*rest, MemoryEntry(content=f"mark {replaced}", id="mark")]
        try:
            store.replace("k", new, expected=[entry.id for entry in known])
            replaced += 1
        except ConflictError:
            conflicts += 1
    assert [child.wait() for child in children] == [0] * len(children)
    kept = [entry for entry in ids(store) if entry != "mark"]
    assert len(kept) == len(set(kept)) == len(names) * each
    for name in names:
        own = [entry for entry in kept if entry.startswith(f"{name}/")]
        assert own == [f"{name}/{at}" for at in range(each)]
    assert store.inspect(check=True).problems == ()


@pytest.mark.parametrize("rounds", [6, pytest.param(100, marks=pytest.mark.soak)])
def test_what_is_appended_after_a_replace_has_returned_is_kept(
    opener: Opener, pool: ThreadPoolExecutor, rounds: int
) -> None:
    store, other = opener(), opener()
    clock = count()

    def append(name: int) -> list[tuple[int, str, int]]:
        """Ten appends: when each began, its id, and when it returned."""
        times = []
        for at in range(10):
            began, each = next(clock), f"appended {name}/{at}"
            store.append("k", entries([each]))
            times.append((began, each, next(clock)))
        return times

    def replace() -> tuple[int, int]:
        began = next(clock)
        other.replace("k", entries(NEW))
        return began, next(clock)

    for _ in range(rounds):
        store.replace("k", entries(OLD))
        writers = [pool.submit(append, name) for name in range(3)]
        replaces = [replace() for _ in range(4)]
        found = [each for writer in writers for each in writer.result()]
        left = ids(store)
        assert left[: len(NEW)] == NEW
        kept = left[len(NEW) :]
        assert len(kept) == len(set(kept))
        began, returned = replaces[-1]
        assert set(kept) >= {each for start, each, _ in found if start > returned}
        assert not set(kept) & {each for _, each, end in found if end < began}
        assert store.inspect(check=True).problems == ()
