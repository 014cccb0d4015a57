"""``loom memory reembed``, as somebody types it."""

import json
import subprocess
import sys
from collections.abc import Callable

import pytest
from loom_memory_core import MemoryEntry
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Embedded = Callable[[], list[str]]


def loom(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "loom_memory_cli", "memory", "reembed", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def store_url(opener: Opener, url: str) -> str:
    opener().append("k", [MemoryEntry(content=text) for text in ("kiwi", "mango", "kiwi")])
    return f"{url}?embedder=recorded_embedder:first&min_score=0.75"


def test_a_dry_run_tells_and_changes_nothing(
    store_url: str, opener: Opener, embedded: Embedded
) -> None:
    embedded()
    done = loom("--store", store_url, "--embedder", "recorded_embedder:second", "--dry-run")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        "Would embed 2 contents, to move from first, 64 dimensions to second, 64 dimensions.\n"
    )
    assert embedded() == []
    assert len(opener().search("k", "kiwi")) == 2


def test_a_move_names_the_url_that_opens_the_store(
    store_url: str, opener: Opener, embedded: Embedded
) -> None:
    embedded()
    done = loom("--store", store_url, "--embedder", "recorded_embedder:second", "--json")
    assert done.returncode == 0
    assert "Embedded 2 contents" in done.stderr
    assert "Add min_score and min_top_score to it" in done.stderr
    report = json.loads(done.stdout)
    assert (report["moved"], report["contents"], report["new"]["family"]) == (True, 2, "second")
    assert "embedder=recorded_embedder%3Asecond" in report["url"]
    assert "min_score" not in report["url"]
    assert embedded() == ["kiwi", "mango"]
    assert len(opener(embedder="recorded_embedder:second").search("k", "kiwi")) == 2
    again = loom("--store", store_url, "--embedder", "recorded_embedder:second")
    assert again.stderr == "Nothing to do: the store holds vectors of second, 64 dimensions.\n"


@pytest.mark.parametrize(
    ("store", "embedder", "message", "code"),
    [
        ("memory://", "hashing:64", "only a store that carries vectors", 3),
        (None, "nonsense", "names no embedder", 2),
    ],
    ids=["no vectors", "no embedder"],
)
def test_what_cannot_be_moved(
    store_url: str, store: str | None, embedder: str, message: str, code: int
) -> None:
    done = loom("--store", store or store_url, "--embedder", embedder)
    assert done.returncode == code
    assert message in done.stderr
    assert "hint: " in done.stderr
