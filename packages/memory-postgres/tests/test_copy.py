"""Between SQLite and PostgreSQL: in order, continued after a kill, and the same twice."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

pytest.importorskip("loom_memory_sqlite", reason="the other end of the copy")

from loom_memory_core import MemoryEntry, StoreUrl
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex, migrate_schema

Raw = psycopg.Connection[tuple[Any, ...]]

BACKENDS = (
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'loom'"
)

LOOM = (sys.executable, "-m", "loom_memory_cli", "memory")

BATCH = 1_000
"""So many entries are appended in one step."""

CONTENTS: tuple[Any, ...] = (
    "é \0 text", -0.0, 1, 1.0, True, None, {"b": 1, "a": [2, "x"]}, "the same", "the same", "設備",
)  # fmt: skip
"""What a careless column type would change, drop or reorder."""


def loom(*arguments: str) -> str:
    """What the command says on stderr."""
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(
        [*LOOM, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def at_terminal(*arguments: str) -> str:
    """All that the command writes to a terminal."""
    main, terminal = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color"}
    shown = b""
    with subprocess.Popen(
        [*LOOM, *arguments], stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as child:
        os.close(terminal)
        try:
            while chunk := os.read(main, 65_536):
                shown += chunk
        except OSError:  # Linux says so when the last process has closed the terminal
            pass
        os.close(main)
    assert child.returncode == 0, shown
    return shown.decode()


def lines(keys: int, each: int) -> Iterator[str]:
    """A dump; ids repeat between keys, and every entry of a key has one time."""
    moment = "2024-06-03T09:05:00.000001+00:00"
    for key in range(keys):
        for at in range(each):
            content = CONTENTS[at % len(CONTENTS)]
            fields = {"content": content, "timestamp": moment, "id": f"{at}", "meta": {"z": 1}}
            entry = MemoryEntry.from_json(json.dumps(fields))
            yield f'{{"key": "user/{key}", "entry": {entry.to_json()}}}\n'


@pytest.fixture
def source(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/a.db"


def fill(source: str, folder: Path, *, keys: int, each: int) -> None:
    path = folder / "source.jsonl"
    path.write_text("".join(lines(keys, each)), encoding="utf-8")
    loom("load", "--store", source, str(path))


def compare(source: str, target: str, folder: Path, *, entries: int) -> None:
    """Both dumps are equal, byte by byte, and so is the one of a copy back."""
    back = f"sqlite:///{folder}/b.db"
    assert "wrote 0." in loom("copy", source, target)
    loom("copy", target, back)
    for name, url in {"one": source, "two": target, "three": back}.items():
        loom("dump", "--store", url, "--out", str(folder / name))
    one = (folder / "one").read_bytes()
    assert one.count(b"\n") == entries
    assert one == (folder / "source.jsonl").read_bytes()
    assert one == (folder / "two").read_bytes()
    assert one == (folder / "three").read_bytes()


def killed_at(key: str, seq: int, source: str, target: str) -> None:
    """Kill a copy while it writes the entry that gets this insertion key."""
    with closing(psycopg.connect(target)) as db:
        db.execute("INSERT INTO loom.loom_entries VALUES (%s, %s, 0, '')", [key, seq])
        with subprocess.Popen([*LOOM, "copy", source, target]) as child:
            while not db.execute(f"{BACKENDS} AND wait_event_type = 'Lock'").fetchall():
                assert child.poll() is None
                db.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees one, else
            child.kill()
        assert child.returncode == -9
        db.rollback()
    with closing(psycopg.connect(target, autocommit=True)) as db:
        # What the server had been told before the kill is still done, or undone.
        while db.execute(BACKENDS).fetchall():
            pass


def test_a_copy_that_is_killed_again_and_again(
    source: str, postgres_url: str, tmp_path: Path, options: PostgresOptions
) -> None:
    keys, each = 2, 2 * BATCH + BATCH // 2
    fill(source, tmp_path, keys=keys, each=each)
    migrate_schema(options, [WordIndex("english")])
    places = [("user/0", 1), ("user/0", BATCH + 7), ("user/1", BATCH), ("user/1", each)]
    for key, seq in places:
        killed_at(key, seq, source, postgres_url)
        with closing(PostgresMemoryStore(options)) as store:
            assert store.inspect(check=True).problems == ()
            lengths = [len(store.read(f"user/{at}")) for at in range(keys)]
        done, before = int(key.removeprefix("user/")), (seq - 1) // BATCH * BATCH
        assert lengths[:done] == [each] * done
        assert lengths[done] in {before, min(before + BATCH, each)}
        assert not any(lengths[done + 1 :])
    loom("copy", source, postgres_url)
    compare(source, postgres_url, tmp_path, entries=keys * each)


def test_there_and_back_again_with_a_bar(source: str, postgres_url: str, tmp_path: Path) -> None:
    fill(source, tmp_path, keys=7, each=300)
    shown = at_terminal("copy", source, postgres_url)
    assert "Copying" in shown
    assert "2100/2100" in shown
    compare(source, postgres_url, tmp_path, entries=2_100)


def test_what_was_written_here_meanwhile_is_not_lost(
    source: str, postgres_url: str, tmp_path: Path
) -> None:
    fill(source, tmp_path, keys=2, each=10)
    loom("copy", source, postgres_url)
    with closing(PostgresMemoryStore(PostgresOptions(url=StoreUrl.parse(postgres_url)))) as store:
        store.append("user/1", [MemoryEntry(content="new here", id="new")])
        store.append("other", [MemoryEntry(content="only here")])
        with pytest.raises(AssertionError, match=r"user/1.*differ"):
            loom("copy", source, postgres_url)
        assert [each.id for each in store.read("user/1")][-1] == "new"
        assert len(store.read("other")) == 1


@pytest.mark.soak
def test_a_hundred_thousand_entries_with_a_kill(
    source: str, postgres_url: str, tmp_path: Path, options: PostgresOptions
) -> None:
    fill(source, tmp_path, keys=10, each=10_000)
    migrate_schema(options, [WordIndex("english")])
    killed_at("user/4", 5_500, source, postgres_url)
    shown = at_terminal("copy", source, postgres_url)
    assert "100000/100000" in shown
    compare(source, postgres_url, tmp_path, entries=100_000)
