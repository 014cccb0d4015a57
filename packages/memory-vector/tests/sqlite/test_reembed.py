"""Moving a file to another model: resumable, nothing lost, and the old one serves until the end."""

import sqlite3
from collections.abc import Callable
from subprocess import Popen

import pytest
from loom_memory_core import (
    EmbeddingMismatchError,
    InvalidOptionsError,
    MemoryEntry,
    StoreUrl,
    open_store,
    opened,
    require,
)
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions
from loom_memory_vector import make_embedder
from loom_memory_vector.sqlite.backend import VECTOR_SQLITE
from loom_memory_vector.sqlite.carrying import carried_by
from loom_memory_vector.sqlite.index import VectorIndex
from loom_memory_vector.sqlite.options import VectorSqliteOptions
from loom_memory_vector.sqlite.reembedding import planned_move, reembed_file
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Embedded = Callable[[], list[str]]
Program = Callable[..., Popen[str]]

MANY = 1_000


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def to_second(url: str, **options: object) -> VectorSqliteOptions:
    return VectorSqliteOptions.model_validate(
        {"url": StoreUrl.parse(url), "embedder": "recorded_embedder:second", **options}
    )


def second_index(url: str) -> VectorIndex:
    options = to_second(url)
    return carried_by(options, make_embedder(options.embedder)).vectors


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_file_is_moved(opener: Opener, url: str, embedded: Embedded, *, hybrid: bool) -> None:
    old = opener(hybrid=hybrid)
    old.append("a", said("kiwi", "mango", "!!!"))
    old.append("b", said("kiwi"))
    embedded()
    plan = planned_move(to_second(url))
    assert (plan.old.family, plan.new.family, plan.contents) == ("first", "second", 2)
    assert embedded() == []
    steps: list[tuple[int, int]] = []
    reembed_file(to_second(url), progress=lambda done, total: steps.append((done, total)))
    assert embedded() == ["kiwi", "mango"]
    assert steps == [(4, 4)]
    new = opener(embedder="recorded_embedder:second", hybrid=hybrid)
    assert new.inspect(check=True).problems == ()
    assert new.inspect().embedding == "second, 64 dimensions"
    assert [hit.similarity for hit in new.search("b", "kiwi")] == [1.0]
    with pytest.raises(EmbeddingMismatchError, match="holds vectors of second"):
        old.append("a", said("x"))
    with pytest.raises(EmbeddingMismatchError):
        old.search("a", "kiwi")


def test_the_plan_names_what_opens_the_file_afterwards(opener: Opener, url: str) -> None:
    opener(hybrid=True, language="german").append("k", said("die Zertifikate"))
    plan = planned_move(to_second(url))
    reembed_file(to_second(url))
    with opened(plan.url, min_score=0.7) as store:
        store.append("k", said("mango"))
        assert len(require(store, "search").search("k", "Zertifikat")) == 1
    assert "language=german" in plan.url


def test_the_same_space_under_another_name_is_left_as_it_is(
    opener: Opener, url: str, embedded: Embedded
) -> None:
    opener().append("k", said("kiwi"))
    embedded()
    move = reembed_file(to_second(url, embedder="recorded_embedder:renamed"))
    assert (move.contents, embedded()) == (0, [])
    assert len(opener().search("k", "kiwi")) == 1


def test_a_killed_move_goes_on_where_it_was(
    opener: Opener,
    url: str,
    embedded: Embedded,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    raw: sqlite3.Connection,
) -> None:
    old = opener()
    old.append("k", said(*(f"word{at}" for at in range(MANY))))
    embedded()
    monkeypatch.setenv("LOOM_TEST_SECONDS_A_TEXT", "0.001")
    child = program("reembed.py", "recorded_embedder:second")
    assert child.stdout is not None
    for _ in range(3):
        assert child.stdout.readline().endswith(f" {MANY}\n")
    child.kill()
    child.wait()
    monkeypatch.delenv("LOOM_TEST_SECONDS_A_TEXT")
    kept = raw.execute("SELECT count(*) FROM loom_kept_vectors").fetchone()[0]
    assert 3 * 128 <= kept < MANY
    embedded()
    assert len(old.search("k", "word7")) == 1
    old.append("k", said("after the kill"))
    embedded()
    assert planned_move(to_second(url)).contents == MANY + 1 - kept
    reembed_file(to_second(url))
    assert len(embedded()) == MANY + 1 - kept
    new = opener(embedder="recorded_embedder:second")
    assert new.inspect(check=True).problems == ()
    assert len(new.search("k", "after the kill")) == 1
    assert raw.execute("SELECT name FROM sqlite_master WHERE name LIKE '%kept%'").fetchall() == []


def test_what_is_appended_meanwhile_is_moved_too(
    opener: Opener, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = opener()
    old.append("k", said(*(f"word{at}" for at in range(MANY))))
    monkeypatch.setenv("LOOM_TEST_SECONDS_A_TEXT", "0.001")
    child = program("reembed.py", "recorded_embedder:second")
    assert child.stdout is not None
    assert child.stdout.readline()
    monkeypatch.delenv("LOOM_TEST_SECONDS_A_TEXT")
    written = 0
    while written < 10:  # the child embeds for a second, and these take milliseconds
        assert len(old.search("k", "word7")) == 1
        old.append("k", said(f"meanwhile{written}"))
        written += 1
    entries = old.read("k")
    old.replace("k", [*entries[:5], *said("in an old slot"), *entries[6:]])
    out, err = child.communicate(timeout=120)
    assert (child.returncode, out.splitlines()[-1], err) == (0, "done", "")
    new = opener(embedder="recorded_embedder:second")
    assert new.inspect(check=True).problems == ()
    assert len(new.read("k")) == MANY + written
    for text in ("meanwhile0", "meanwhile9", "in an old slot", "word7"):
        assert [hit.entry.content for hit in new.search("k", text)] == [text]


def test_a_file_without_vectors_is_refused(url: str, path: object) -> None:
    words = require(open_store(f"sqlite:///{path}"), "close")
    words.append("k", said("kiwi"))
    words.close()
    with pytest.raises(InvalidOptionsError, match="carries no vectors") as caught:
        planned_move(to_second(url))
    assert "loom memory reindex --store 'vector+sqlite:///" in caught.value.hint


def test_an_index_of_somebody_else_is_not_dropped(
    opener: Opener, url: str, path: object, raw: sqlite3.Connection
) -> None:
    opener().append("k", said("kiwi"))
    raw.execute("INSERT INTO loom_indexes VALUES ('lengths', 'x', 'lengths+sqlite', '')")
    with pytest.raises(InvalidOptionsError, match="'lengths' too"):
        planned_move(to_second(url))
    with pytest.raises(Exception, match="lengths"):
        SqliteMemoryStore(SqliteOptions(url=StoreUrl.parse(f"sqlite:///{path}"))).clear("k")


def test_a_move_is_given_up_by_a_reindex(
    opener: Opener, url: str, embedded: Embedded, raw: sqlite3.Connection
) -> None:
    old = opener()
    old.append("k", said("kiwi", "mango"))
    index = second_index(url)
    raw.execute("BEGIN")
    index.keep(raw, index.prepare(said("kiwi")))
    raw.execute("COMMIT")
    embedded()
    assert VECTOR_SQLITE.reindex is not None
    VECTOR_SQLITE.reindex(to_second(url, embedder="recorded_embedder:first"))
    assert embedded() == []
    assert raw.execute("SELECT name FROM sqlite_master WHERE name LIKE '%kept%'").fetchall() == []
    assert len(old.search("k", "kiwi")) == 1
