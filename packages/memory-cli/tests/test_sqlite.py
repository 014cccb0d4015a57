"""The commands on SQLite; skipped, aloud, where that backend is not installed."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from click.testing import Result

Loom = Callable[..., CompletedProcess[str]]
Invoke = Callable[..., Result]

LINES = 20_000


@pytest.fixture
def store(sqlite: None, tmp_path: Path) -> str:
    assert sqlite is None
    return f"sqlite:///{tmp_path}/memory.db"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A dump of two keys, long enough to be killed in the middle of."""
    path = tmp_path / "lines.jsonl"
    with path.open("w") as out:
        for number in range(LINES):
            entry = {"content": f"entry {number} of a long list", "id": str(number)}
            out.write(json.dumps({"key": f"k{number * 2 // LINES}", "entry": entry}) + "\n")
    return path


def counted(loom: Loom, store: str) -> int:
    report: dict[str, int] = json.loads(loom("memory", "info", "--store", store, "--json").stdout)
    return report["entries"]


def test_a_killed_load_leaves_a_prefix_that_the_same_command_completes(
    loom: Loom, invoke: Invoke, store: str, file: Path
) -> None:
    command = ["memory", "load", "--store", store, str(file)]
    _kill_when_it_has_written(command, invoke, store)
    held = counted(loom, store)
    assert 0 < held < LINES, "the kill fell into the work"
    for key in ("k0", "k1"):
        ids = _ids(loom, store, key)
        start = LINES // 2 * int(key[1])
        assert ids == [str(number) for number in range(start, start + len(ids))]
    done = loom(*command, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["written"] == LINES - held
    again = loom(*command, "--json")
    assert json.loads(again.stdout)["written"] == 0


def _kill_when_it_has_written(command: list[str], invoke: Invoke, store: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "loom_memory_cli", *command], stderr=subprocess.DEVNULL
    ) as process:
        while process.poll() is None:
            shown = invoke("memory", "info", "--store", store, "--json")
            if shown.exit_code == 0 and json.loads(shown.stdout)["entries"] > 0:
                process.send_signal(signal.SIGKILL)
                break
    assert process.returncode == -signal.SIGKILL


def _ids(loom: Loom, store: str, key: str) -> list[str]:
    done = loom("memory", "read", "--store", store, key, "--json")
    return [entry["id"] for entry in json.loads(done.stdout)["entries"]]


def test_a_mistyped_name_is_an_error_and_creates_no_file(
    loom: Loom, store: str, tmp_path: Path
) -> None:
    for command in (["read", "k"], ["search", "k", "x"], ["info", "--check"], ["clear", "k"]):
        done = loom("memory", *command, "--store", store)
        assert (done.returncode, done.stdout) == (3, ""), command
        assert "memory.db" in done.stderr
        assert "hint: " in done.stderr
    assert list(tmp_path.glob("memory.db*")) == []


def test_every_verb_works(loom: Loom, store: str) -> None:
    def run(verb: str, *arguments: str) -> CompletedProcess[str]:
        return loom("memory", verb, "--store", store, *arguments)

    (first, _) = run("append", "k", "the disk is full", "the certificates expired").stdout.split()
    assert "the *certificates* *expired*" in run("search", "k", "certificate", "expires").stdout
    assert run("remove", "k", first).returncode == 0
    assert run("keys").stdout == "k\n"
    assert run("info", "--check").returncode == 0
    assert run("repair").stderr == "Dealt with 0 problems.\n"
    assert run("reindex").stderr == "Indexed 1 entry.\n"
    assert run("clear", "k").returncode == 0
    assert run("keys").stdout == ""


def test_a_corrupt_row_is_found_saved_around_and_set_aside(
    loom: Loom, store: str, tmp_path: Path
) -> None:
    def run(verb: str, *arguments: str) -> CompletedProcess[str]:
        return loom("memory", verb, "--store", store, *arguments)

    run("append", "hurt", "one", "two", "three")
    run("append", "well", "four")
    with closing(sqlite3.connect(tmp_path / "memory.db")) as db, db:
        hurt = "UPDATE loom_entries SET entry = '{' WHERE entry LIKE '%two%'"
        assert db.execute(hurt).rowcount == 1
    assert run("read", "hurt").returncode == 1
    assert run("read", "well").returncode == 0
    checked = run("info", "--check")
    assert checked.returncode == 1
    assert "'hurt'[1]" in checked.stdout
    saved = run("dump", "--skip-corrupt")
    assert (saved.returncode, saved.stdout.count("\n")) == (1, 3)
    assert "'hurt'[1]" in run("repair").stdout
    assert run("info", "--check").returncode == 0
    contents = [e["content"] for e in json.loads(run("read", "hurt", "--json").stdout)["entries"]]
    assert contents == ["one", "three"]


def test_copying_between_two_kinds_of_store(
    loom: Loom, store: str, acme: str, tmp_path: Path
) -> None:
    loom("memory", "append", "--store", store, "k", "one", "two")
    assert loom("memory", "copy", store, acme).returncode == 0
    there = loom("memory", "dump", "--store", acme).stdout
    assert there == loom("memory", "dump", "--store", store).stdout
    back = f"sqlite:///{tmp_path}/back.db"
    assert loom("memory", "copy", acme, back).returncode == 0
    assert loom("memory", "dump", "--store", back).stdout == there


def test_a_read_only_store_refuses_writes(loom: Loom, store: str) -> None:
    loom("memory", "append", "--store", store, "k", "one")
    refused = loom("memory", "append", "--store", f"{store}?read_only=true", "k", "two")
    assert refused.returncode == 3
    assert "[read-only-store]" in refused.stderr


@pytest.mark.skipif(os.name == "nt", reason="a limit of POSIX")
def test_a_full_disk_is_a_clear_error_and_the_store_is_still_good(
    loom: Loom, store: str, file: Path
) -> None:
    loom("memory", "append", "--store", store, "first", "one")
    code = (
        "import resource, runpy, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))\n"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "runpy.run_module('loom_memory_cli', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "memory", "load", "--store", store, str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "hint: " in done.stderr
    assert loom("memory", "info", "--store", store, "--check").returncode == 0
    assert loom("memory", "read", "--store", store, "first").returncode == 0
