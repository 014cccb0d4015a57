"""Moving a memory between SQLite and PostgreSQL: in order, continued, and the same twice."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("loom_memory_sqlite", reason="the other end of the copy")

from loom_memory_core import MemoryEntry, StoreUrl, load
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions


def loom(*arguments: str) -> str:
    command = [sys.executable, "-m", "loom_memory_cli", "memory", *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def lines(keys: int, each: int) -> list[str]:
    entries = (
        (f"user/{key}", MemoryEntry(content=f"{key} é \0 {at}", id=f"{at}"))
        for key in range(keys)
        for at in range(each)
    )
    return [f'{{"key": "{key}", "entry": {entry.to_json()}}}\n' for key, entry in entries]


def move(folder: Path, postgres_url: str, *, keys: int, each: int) -> None:
    source, back = f"sqlite:///{folder}/a.db", f"sqlite:///{folder}/b.db"
    (folder / "a.jsonl").write_text("".join(lines(keys, each)), encoding="utf-8")
    loom("load", "--store", source, str(folder / "a.jsonl"))
    options = PostgresOptions(url=StoreUrl.parse(postgres_url))
    store = PostgresMemoryStore(options)
    part = lines(keys, each)[: each + each // 2]
    load(
        store, BytesIO("".join(part).encode())
    )  # what a killed copy leaves: a list, and the head of the next
    loom("copy", source, postgres_url)
    loom("copy", source, postgres_url)
    assert store.inspect().entries == keys * each
    store.close()
    loom("copy", postgres_url, back)
    for name, url in {"one": source, "two": postgres_url, "three": back}.items():
        loom("dump", "--store", url, "--out", str(folder / name))
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes()
    assert (folder / "one").read_bytes() == (folder / "three").read_bytes()


def test_there_and_back_again(tmp_path: Path, postgres_url: str) -> None:
    move(tmp_path, postgres_url, keys=7, each=300)


@pytest.mark.soak
def test_a_hundred_thousand_entries_there_and_back_again(tmp_path: Path, postgres_url: str) -> None:
    move(tmp_path, postgres_url, keys=10, each=10_000)
