"""Wherever a crash cuts a file, the list is what it was before the append or after it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core import ConflictError, MemoryEntry

from loom_memory_jsonl.store import JsonlMemoryStore

Find = Callable[[], Path]

OLD = [MemoryEntry(content="}\n", id="1"), MemoryEntry(content={"a": [{}]}, id="2")]
NEW = [MemoryEntry(content=text, id=text) for text in ("3", "four", "ф")]

PROGRAM = Path(__file__).parent / "programs" / "write_until_killed.py"


def test_a_cut_at_every_byte_leaves_all_of_an_append_or_nothing(
    store: JsonlMemoryStore, only_file: Find
) -> None:
    store.append("k", OLD)
    old = only_file().read_bytes()
    store.append("k", NEW)
    new = only_file().read_bytes()
    for end in range(len(old), len(new)):
        only_file().write_bytes(new[:end])
        assert store.read("k") == OLD
        store.append("k", NEW)
        assert store.read("k") == OLD + NEW
        assert only_file().read_bytes() == new


def test_a_cut_in_the_first_append_leaves_no_key(store: JsonlMemoryStore, only_file: Find) -> None:
    store.append("k", OLD)
    whole = only_file().read_bytes()
    for end in range(len(whole)):
        only_file().write_bytes(whole[:end])
        assert store.read("k") == []
        assert list(store.keys()) == []
    store.append("k", NEW)
    assert store.read("k") == NEW


def test_an_old_reader_of_a_torn_file_never_sees_it_written_over(
    store: JsonlMemoryStore, only_file: Find
) -> None:
    store.append("k", OLD)
    with only_file().open("ab") as file:
        file.write(b'{"key": "k", "entry": {"con')
    torn = only_file().read_bytes()
    with only_file().open("rb") as reader:
        store.append("k", NEW)
        assert reader.read() == torn
    assert store.read("k") == OLD + NEW


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("limit", [150, 200, 4_000])
@pytest.mark.parametrize("verb", ["append", "replace"])
def test_a_full_disk_leaves_the_old_list(
    store: JsonlMemoryStore, folder: Path, verb: str, limit: int
) -> None:
    store.append("k", OLD)
    done = run(folder, verb, "limit", str(limit))
    assert done.stdout == "StoreWriteError\n", done.stderr
    assert store.read("k") == OLD
    store.append("k", NEW)
    assert store.read("k") == OLD + NEW


@pytest.mark.parametrize("verb", ["append", "replace"])
@pytest.mark.parametrize("event", ["open", "os.rename"])
def test_a_kill_leaves_the_old_list_or_the_new_one(
    store: JsonlMemoryStore, folder: Path, verb: str, event: str
) -> None:
    """Killed before each step that the interpreter reports, one after another."""
    store.append("k", OLD)
    after = OLD + NEW if verb == "append" else NEW
    for step in range(1, 30):
        done = run(folder, verb, "kill", event, str(step))
        found = store.read("k")
        assert found in (OLD, after)
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done.stderr
        store.replace("k", OLD)
    assert found == after


def test_a_conflict_writes_nothing(store: JsonlMemoryStore, only_file: Find) -> None:
    store.append("k", OLD)
    before = os.stat(only_file())
    with pytest.raises(ConflictError, match="holds 2 entries"):
        store.replace("k", NEW, expected=["1"])
    assert os.stat(only_file()).st_ino == before.st_ino
    assert store.read("k") == OLD
