"""Several processes on one file, and processes that are killed."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from subprocess import Popen

import pytest
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Program = Callable[..., Popen[str]]

SIZE = 20


def test_another_process_is_searched_as_it_writes(opener: Opener, program: Program) -> None:
    store = opener()
    children = [program("append_forever.py", SIZE) for _ in range(2)]
    for _ in range(5):
        for child in children:
            assert child.stdout is not None
            number = int(child.stdout.readline())
            assert len(store.search("k", f"w{number}x{SIZE - 1}")) >= 1
    for child in children:
        child.kill()
        child.wait()
    assert len(store.read("k")) % SIZE == 0
    assert store.inspect(check=True).problems == ()
    whole = [entry.content for entry in store.read("k")]
    for text in whole[:: 3 * SIZE]:
        assert len(store.search("k", str(text))) == whole.count(text)


def test_nothing_is_unpickled(url: str) -> None:
    code = (
        "import sys\n"
        "from loom_memory_core import MemoryEntry, open_store\n"
        "from loom_memory_vector.sqlite import VectorSqliteOptions, reembed_file\n"
        "def refuse(event, arguments): assert event != 'pickle.find_class', arguments\n"
        "sys.addaudithook(refuse)\n"
        "for options in ({'hybrid': True}, {'embedder': 'hashing:64', 'hybrid': True}):\n"
        "    store = open_store(sys.argv[1], **options)\n"
        "    store.append('k', [MemoryEntry(content='kiwi')])\n"
        "    assert store.search('k', 'kiwi') and not store.inspect(check=True).problems\n"
        "    other = VectorSqliteOptions(url=sys.argv[1], embedder='hashing:64')\n"
        "    reembed_file(other)\n"
        "    store.close()\n"
    )
    subprocess.run([sys.executable, "-c", code, url], check=True)


@pytest.mark.parametrize("attempt", range(5))
def test_a_kill_leaves_rows_and_vectors_in_step(
    opener: Opener, program: Program, raw: sqlite3.Connection, attempt: int
) -> None:
    child = program("append_forever.py", SIZE)
    assert child.stdout is not None
    returned = [int(child.stdout.readline()) for _ in range(attempt + 1)][-1]
    child.kill()
    child.wait()
    store = opener()
    entries = store.read("k")
    assert len(entries) % SIZE == 0
    assert len(entries) >= returned * SIZE
    assert raw.execute("SELECT count(*) FROM loom_vectors").fetchone() == (len(entries),)
    assert store.inspect(check=True).problems == ()
    assert len(store.search("k", f"w{returned}x0")) == 1
