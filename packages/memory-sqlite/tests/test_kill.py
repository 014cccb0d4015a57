"""A process killed in the middle of a write: the old list or the new one, and nothing lost."""

import mmap
import random
import struct
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple

import pytest
from loom_memory_sqlite import SqliteMemoryStore

Opener = Callable[..., SqliteMemoryStore]
Program = Callable[..., Popen[str]]

BATCH = 40


class Killed(NamedTuple):
    """How far the process had come."""

    begun: int
    returned: int


def emptied(opener: Opener) -> None:
    store = opener()
    store.clear("k")
    store.close()


def killed_inside_a_call(opener: Opener, program: Program, progress: Path, *, verb: str) -> Killed:
    """Kill the program after a random number of calls, until a kill lands inside one."""
    draw = random.SystemRandom()
    for _ in range(20):
        emptied(opener)
        progress.write_bytes(bytes(16))
        with progress.open("r+b") as file, mmap.mmap(file.fileno(), 16) as told:
            child = program("append_forever.py", verb, str(progress), BATCH)
            wanted = draw.randint(1, 25)
            while struct.unpack_from("qq", told)[1] < wanted:
                assert child.poll() is None, child.communicate()
                time.sleep(0.0005)
            time.sleep(draw.random() * 0.01)
            child.kill()
            child.wait()
            killed = Killed(*struct.unpack_from("qq", told))
        if killed.begun > killed.returned:
            return killed
    pytest.fail("no kill landed inside a call")


def check(opener: Opener, verb: str, killed: Killed) -> None:
    store = opener()
    ids = [entry.id for entry in store.read("k")]
    calls = list(dict.fromkeys(int(each.split("/")[0]) for each in ids))
    assert ids == [f"{call}/{at}" for call in calls for at in range(BATCH)]
    if verb == "append":
        assert calls in (
            list(range(1, killed.returned + 1)),
            list(range(1, killed.begun + 1)),
        )
    else:
        assert calls in ([killed.returned], [killed.begun])
    assert store.inspect(check=True).problems == ()
    assert len(store.search("k", "entry", limit=100_000)) == len(ids)
    store.close()


def kill_often(times: int, verb: str, opener: Opener, program: Program, path: Path) -> None:
    progress = path.with_name("progress")
    for _ in range(times):
        killed = killed_inside_a_call(opener, program, progress, verb=verb)
        check(opener, verb, killed)


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_ten_kills(opener: Opener, program: Program, path: Path, verb: str) -> None:
    kill_often(10, verb, opener, program, path)


@pytest.mark.soak
@pytest.mark.parametrize("verb", ["append", "replace"])
def test_a_hundred_kills(opener: Opener, program: Program, path: Path, verb: str) -> None:
    kill_often(100, verb, opener, program, path)
