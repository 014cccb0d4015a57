"""A reindex while others read, search and write."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import psycopg
import pytest
from loom_memory_core import IndexMismatchError, MemoryEntry, StoreWriteError
from loom_memory_postgres import (
    Database,
    PostgresMemoryStore,
    PostgresOptions,
    Scored,
    WordIndex,
    migrate_schema,
    reindex_schema,
)
from loom_memory_postgres.analysis import WordQuery, WordRow

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]

TIMEOUT = 60


class Halting(WordIndex):
    """Says when it is asked for the first time, and waits there until it may go on."""

    def __init__(self, language: str = "english") -> None:
        super().__init__(language)
        self.reached = threading.Event()
        self.go_on = threading.Event()

    def halt(self) -> None:
        self.reached.set()
        assert self.go_on.wait(TIMEOUT)

    def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
        self.halt()
        return super().prepare(entries)

    def search(self, db: Database, key: str, question: WordQuery, *, limit: int) -> list[Scored]:
        self.halt()
        return super().search(db, key, question, limit=limit)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as found:
        yield found


@pytest.fixture(params=[0, 3], ids=["whole", "partitioned"])
def filled(request: pytest.FixtureRequest, opener: Opener, options: PostgresOptions) -> Opener:
    migrate_schema(options, [WordIndex()], partitions=request.param)
    opener().append("k", [MemoryEntry(content=f"houses {at}", id=f"{at}") for at in range(10)])
    return opener


def relations(raw: Raw) -> set[str]:
    found = raw.execute("SELECT relname FROM pg_class WHERE starts_with(relname, 'loom_')")
    return {row[0] for row in found}


def test_reads_and_searches_go_on_and_writes_wait(
    filled: Opener, options: PostgresOptions, raw: Raw, pool: ThreadPoolExecutor
) -> None:
    store, hasty = filled(), filled(statement_timeout_seconds=0.2)
    names = relations(raw)
    index = Halting("german")
    run = pool.submit(reindex_schema, options, [index])
    assert index.reached.wait(TIMEOUT)
    assert len(store.read("k")) == 10
    assert len(store.search("k", "house")) == 10
    assert store.inspect(check=True).problems == ()
    for write in (
        lambda: hasty.append("k", [MemoryEntry(content="x")]),
        lambda: hasty.replace("k", [MemoryEntry(content="x")]),
        lambda: hasty.remove("k", ["1"]),
        lambda: hasty.clear("k"),
    ):
        with pytest.raises(StoreWriteError, match="timeout"):
            write()
    waiting = pool.submit(store.remove, "k", ["1"])
    index.go_on.set()
    assert run.result(TIMEOUT) == 10
    with pytest.raises(IndexMismatchError):
        waiting.result(TIMEOUT)
    with pytest.raises(IndexMismatchError):
        store.search("k", "house")
    german = filled(language="german")
    assert len(german.search("k", "houses")) == 10
    assert german.inspect(check=True).problems == ()
    assert relations(raw) == names


def test_a_search_under_way_keeps_the_index_that_it_began_with(
    filled: Opener, options: PostgresOptions, raw: Raw, pool: ThreadPoolExecutor
) -> None:
    index, other = Halting(), filled()
    with closing(PostgresMemoryStore(options, indexes=[index])) as store:
        search = pool.submit(store.search, "k", "house")
        assert index.reached.wait(TIMEOUT)
        run = pool.submit(reindex_schema, options, [WordIndex()])
        wait_until_it_waits(raw)
        later = pool.submit(other.search, "k", "house")
        index.go_on.set()
        assert len(search.result(TIMEOUT)) == 10
        assert run.result(TIMEOUT) == 10
        assert len(later.result(TIMEOUT)) == 10


def wait_until_it_waits(raw: Raw) -> None:
    """Ask until the reindex waits to put the new tables in place."""
    asked = (
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    while raw.execute(asked.encode()).fetchone() == (0,):
        pass


def test_a_reindex_that_fails_changes_nothing(
    filled: Opener, options: PostgresOptions, raw: Raw
) -> None:
    class Failing(WordIndex):
        def prepare(self, entries: Sequence[MemoryEntry]) -> list[WordRow]:
            raise RuntimeError(f"cannot prepare {len(entries)}")

    names = relations(raw)
    with pytest.raises(RuntimeError, match="cannot prepare"):
        reindex_schema(options, [Failing("german")])
    assert relations(raw) == names
    assert len(filled().search("k", "house")) == 10
