"""Many processes at one database, and processes that are killed while they write."""

import random
import time
from collections.abc import Callable
from subprocess import Popen

import pytest
from loom_memory_postgres import PostgresMemoryStore

Opener = Callable[..., PostgresMemoryStore]
Program = Callable[..., Popen[str]]

SIZE = 30


def test_eight_processes_open_an_empty_database_at_once(program: Program, opener: Opener) -> None:
    children = [program("open_and_append.py", name, 5) for name in range(8)]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        _, said = child.communicate(timeout=120)
        assert child.returncode == 0, said
    store = opener()
    ids = [each.id for each in store.read("k")]
    assert len(ids) == 40
    for name in range(8):
        assert [each for each in ids if each.startswith(f"{name}/")] == [
            f"{name}/{at}" for at in range(5)
        ]
    assert store.inspect(check=True).problems == ()


def killed_after(child: Popen[str], calls: int) -> tuple[int, int]:
    """Kill ``child`` some moment after so many calls; how many began, and how many returned."""
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(2 * calls)]
    time.sleep(random.SystemRandom().random() * 0.01)
    child.kill()
    lines += child.stdout.readlines()
    whole = [line.split() for line in lines if line.endswith("\n")]
    begun = max(int(number) for word, number in whole if word == "begun")
    return begun, max(int(number) for word, number in whole if word == "returned")


def check(opener: Opener, verb: str, begun: int, returned: int) -> None:
    store = opener()
    # What the server still had to do of the dead process's last call is done when this returns.
    store.append("k", [])
    store.remove("k", ["none"])
    ids = [each.id for each in store.read("k")]
    calls = list(dict.fromkeys(int(each.split("/")[0]) for each in ids))
    assert ids == [f"{call}/{at}" for call in calls for at in range(SIZE)]
    if verb == "append":
        assert calls in (list(range(1, returned + 1)), list(range(1, begun + 1)))
    else:
        assert calls in ([returned], [begun])
    assert store.inspect(check=True).problems == ()
    assert len(store.search("k", "entry", limit=100_000)) == len(ids)
    store.clear("k")


def kill_often(times: int, verb: str, opener: Opener, program: Program) -> None:
    draw = random.SystemRandom()
    for _ in range(times):
        child = program("write_forever.py", verb, SIZE)
        begun, returned = killed_after(child, draw.randint(1, 12))
        check(opener, verb, begun, returned)


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_four_kills(opener: Opener, program: Program, verb: str) -> None:
    kill_often(4, verb, opener, program)


@pytest.mark.soak
@pytest.mark.parametrize("verb", ["append", "replace"])
def test_fifty_kills(opener: Opener, program: Program, verb: str) -> None:
    kill_often(50, verb, opener, program)
