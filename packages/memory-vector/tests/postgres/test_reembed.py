"""Moving a schema to another model: resumable, nothing lost, and the old one serves meanwhile."""

import subprocess
import sys
from collections.abc import Callable
from subprocess import Popen
from typing import Any

import psycopg
import pytest
from loom_memory_core import (
    EmbeddingMismatchError,
    InvalidOptionsError,
    MemoryEntry,
    StoreUrl,
    open_store,
    require,
)
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.reembedding import planned_move, reembed_schema
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]
Embedded = Callable[[], list[str]]
Program = Callable[..., Popen[str]]
Raw = psycopg.Connection[tuple[Any, ...]]

MANY = 1_000


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def to_second(url: str, **options: object) -> VectorPostgresOptions:
    return VectorPostgresOptions.model_validate(
        {"url": StoreUrl.parse(url), "embedder": "recorded_embedder:second", **options}
    )


@pytest.mark.parametrize("options", [{}, {"hybrid": True}, {"approximate": True}], ids=str)
def test_a_schema_is_moved(
    opener: Opener, url: str, embedded: Embedded, raw: Raw, options: dict[str, bool]
) -> None:
    old = opener(**options)
    old.append("a", said("kiwi", "mango", "!!!"))
    old.append("b", said("kiwi"))
    embedded()
    indexes = "SELECT count(*) FROM pg_indexes WHERE schemaname = 'loom'"
    before = raw.execute(indexes.encode()).fetchone()
    plan = planned_move(to_second(url))
    assert (plan.old.family, plan.new.family, plan.contents) == ("first", "second", 2)
    assert embedded() == []
    steps: list[tuple[int, int]] = []
    reembed_schema(to_second(url), progress=lambda done, total: steps.append((done, total)))
    assert embedded() == ["kiwi", "mango"]
    assert steps == [(4, 4)]
    new = opener(embedder="recorded_embedder:second", **options)
    assert new.inspect(check=True).problems == ()
    assert new.inspect().embedding == "second, 64 dimensions"
    assert [hit.similarity for hit in new.search("b", "kiwi")] == [1.0]
    assert raw.execute(indexes.encode()).fetchone() == before
    for name in options:
        assert f"{name}=true" in plan.url
    with pytest.raises(EmbeddingMismatchError, match="holds vectors of second"):
        old.append("a", said("x"))
    with pytest.raises(EmbeddingMismatchError):
        old.search("a", "kiwi")


def test_the_same_space_under_another_name_is_left_as_it_is(
    opener: Opener, url: str, embedded: Embedded
) -> None:
    opener().append("k", said("kiwi"))
    embedded()
    move = reembed_schema(to_second(url, embedder="recorded_embedder:renamed"))
    assert (move.contents, embedded()) == (0, [])
    assert len(opener().search("k", "kiwi")) == 1


def test_a_killed_move_goes_on_where_it_was(
    opener: Opener,
    url: str,
    embedded: Embedded,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    raw: Raw,
) -> None:
    old = opener()
    old.append("k", said(*(f"word{at}" for at in range(MANY))))
    embedded()
    monkeypatch.setenv("LOOM_TEST_SECONDS_A_TEXT", "0.001")
    child = program("move_schema.py", "recorded_embedder:second")
    assert child.stdout is not None
    for _ in range(3):
        assert child.stdout.readline().endswith(f" {MANY}\n")
    child.kill()
    child.wait()
    monkeypatch.delenv("LOOM_TEST_SECONDS_A_TEXT")
    row = raw.execute("SELECT count(*) FROM loom.loom_kept_vectors").fetchone()
    assert row is not None
    kept = row[0]
    assert 3 * 128 <= kept < MANY
    embedded()
    assert len(old.search("k", "word7")) == 1
    old.append("k", said("after the kill"))
    embedded()
    assert planned_move(to_second(url)).contents == MANY + 1 - kept
    reembed_schema(to_second(url))
    assert len(embedded()) == MANY + 1 - kept
    new = opener(embedder="recorded_embedder:second")
    assert new.inspect(check=True).problems == ()
    assert len(new.search("k", "after the kill")) == 1
    assert raw.execute("SELECT to_regclass('loom.loom_kept_vectors')").fetchone() == (None,)


def test_what_is_appended_meanwhile_is_moved_too(
    opener: Opener, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opener()
    old.append("k", said(*(f"word{at}" for at in range(MANY))))
    monkeypatch.setenv("LOOM_TEST_SECONDS_A_TEXT", "0.002")
    child = program("move_schema.py", "recorded_embedder:second")
    assert child.stdout is not None
    assert child.stdout.readline()
    monkeypatch.delenv("LOOM_TEST_SECONDS_A_TEXT")
    written = 0
    while written < 10:  # the child embeds for two seconds, and these take milliseconds
        assert len(old.search("k", "word7")) == 1
        old.append(f"other{written}", said(f"meanwhile{written}"))
        written += 1
    entries = old.read("k")
    old.replace("k", [*entries[:5], *said("in an old slot"), *entries[6:]])
    out, err = child.communicate(timeout=120)
    assert (child.returncode, out.splitlines()[-1], err) == (0, "done", "")
    new = opener(embedder="recorded_embedder:second")
    assert new.inspect(check=True).problems == ()
    for key, text in (
        ("other0", "meanwhile0"),
        ("other9", "meanwhile9"),
        ("k", "in an old slot"),
        ("k", "word7"),
    ):
        assert [hit.entry.content for hit in new.search(key, text)] == [text]


def test_a_schema_without_vectors_is_refused(url: str, postgres_url: str) -> None:
    words = require(open_store(postgres_url), "close")
    words.append("k", said("kiwi"))
    words.close()
    with pytest.raises(InvalidOptionsError, match="carries no vectors") as caught:
        planned_move(to_second(url))
    assert "loom memory reindex --store 'vector+postgresql://" in caught.value.hint


def test_an_index_of_somebody_else_is_not_dropped(opener: Opener, url: str, raw: Raw) -> None:
    opener().append("k", said("kiwi"))
    raw.execute("INSERT INTO loom.loom_indexes VALUES ('lengths', 'x', 'lengths+postgresql', '')")
    with pytest.raises(InvalidOptionsError, match="'lengths' too"):
        planned_move(to_second(url))


def test_the_command_moves_it(opener: Opener, url: str, embedded: Embedded) -> None:
    opener().append("k", said("kiwi", "mango", "kiwi"))
    embedded()
    command = [sys.executable, "-m", "loom_memory_cli", "memory", "reembed"]
    chosen = ["--store", f"{url}?embedder=recorded_embedder:first&min_score=0.75"]
    command += [*chosen, "--embedder", "recorded_embedder:second"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Embedded 2 contents" in done.stderr
    assert embedded() == ["kiwi", "mango"]
    assert len(opener(embedder="recorded_embedder:second").search("k", "kiwi")) == 2
