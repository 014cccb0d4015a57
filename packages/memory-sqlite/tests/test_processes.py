"""Several processes on one file."""

import os
from collections.abc import Callable
from subprocess import Popen

import pytest
from loom_memory_core import MemoryEntry, StoreClosedError
from loom_memory_sqlite import SqliteMemoryStore

Opener = Callable[..., SqliteMemoryStore]
Program = Callable[..., Popen[str]]


def run_together(program: Program, processes: int, entries: int) -> None:
    """Start the processes, let all import what they need, then let them go at once."""
    children = [program("append_some.py", f"p{n}", entries) for n in range(processes)]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        out, err = child.communicate(timeout=300)
        assert (child.returncode, out, err) == (0, "done\n", "")


def lists(store: SqliteMemoryStore) -> dict[str, list[int]]:
    """The numbers that each process wrote, in the order of the list."""
    found: dict[str, list[int]] = {}
    for entry in store.read("k"):
        name, number = str(entry.content).split()
        found.setdefault(name, []).append(int(number))
    return found


def test_four_processes_lose_and_mix_nothing(opener: Opener, program: Program) -> None:
    run_together(program, 4, 300)
    store = opener()
    assert lists(store) == {f"p{n}": list(range(300)) for n in range(4)}
    assert store.inspect(check=True).problems == ()
    assert len(store.search("k", "p0 p1 p2 p3", limit=2000)) == 1200


@pytest.mark.parametrize("attempt", range(3))
def test_eight_processes_may_open_a_new_file_at_once(
    opener: Opener, program: Program, attempt: int
) -> None:
    run_together(program, 8, 2)
    store = opener()
    assert lists(store) == {f"p{n}": [0, 1] for n in range(8)}, attempt
    assert store.inspect(check=True).problems == ()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_is_refused_and_hurts_nobody(store: SqliteMemoryStore) -> None:
    store.append("k", [MemoryEntry(content="parent")])
    child = os.fork()
    if not child:
        refused = 0
        try:  # the child must never come back into the test
            refused = _refusals(store)
            store.close()
        finally:
            os._exit(refused)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    store.append("k", [MemoryEntry(content="still here")])
    assert len(store.read("k")) == 2
    assert store.inspect(check=True).problems == ()


def _refusals(store: SqliteMemoryStore) -> int:
    refused = 0
    for call in (store.keys, store.inspect, lambda: store.read("k"), lambda: store.clear("k")):
        try:
            call()
        except StoreClosedError:
            refused += 1
    return refused
