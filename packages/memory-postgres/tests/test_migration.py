"""Schemas of other programs, and indexes of other handles."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from loom_memory_core import (
    IndexMismatchError,
    MemoryEntry,
    MigrationError,
    discover,
    open_store,
    require,
    supports,
)
from loom_memory_postgres import (
    PostgresMemoryStore,
    PostgresOptions,
    WordIndex,
    migrate_schema,
    reindex_schema,
)
from loom_memory_postgres.plugin import loom_memory_backend

Opener = Callable[..., PostgresMemoryStore]
Raw = psycopg.Connection[tuple[Any, ...]]


@pytest.mark.parametrize("partitions", [0, 2])
def test_tables_hold_text_under_keys_that_sort_by_code_point(
    options: PostgresOptions, raw: Raw, partitions: int
) -> None:
    migrate_schema(options, [WordIndex("english")], partitions=partitions)
    columns = raw.execute(
        "SELECT table_name, data_type, collation_name FROM information_schema.columns "
        "WHERE table_schema = 'loom' AND column_name = 'key' AND table_name <> 'loom_aside'"
    ).fetchall()
    assert len(columns) == 3 * (1 + partitions)
    assert {(kind, collation) for _, kind, collation in columns} == {("text", "C")}
    primary = raw.execute(
        "SELECT indrelid::regclass::text, array_agg(attname ORDER BY attnum) FROM pg_index "
        "JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey) "
        "WHERE indisprimary AND indrelid::regclass::text ~ '_(lists|entries|words)$' GROUP BY 1"
    ).fetchall()
    assert dict(primary) == {
        "loom.loom_lists": ["key"],
        "loom.loom_entries": ["key", "seq"],
        "loom.loom_words": ["key", "seq"],
    }
    stored = raw.execute(
        "SELECT data_type FROM information_schema.columns "
        "WHERE table_name = 'loom_entries' AND column_name = 'entry'"
    ).fetchall()
    assert stored == [("text",)]


def test_a_newer_schema_for_older_programs_is_used(opener: Opener, raw: Raw) -> None:
    opener().append("k", [MemoryEntry(content="one")])
    raw.execute("UPDATE loom.loom_schema SET number = 7")
    raw.execute("ALTER TABLE loom.loom_entries ADD COLUMN later text")
    store = opener()
    store.append("k", [MemoryEntry(content="two")])
    assert len(store.read("k")) == 2
    assert store.inspect().schema == 7


def test_a_schema_that_asks_for_a_newer_program_is_refused(opener: Opener, raw: Raw) -> None:
    opener()
    raw.execute("UPDATE loom.loom_schema SET number = 7, min_reader = 7")
    with pytest.raises(MigrationError, match="7 or newer") as caught:
        opener()
    assert "upgrade" in caught.value.hint


def test_tables_that_are_dropped_under_a_store(store: PostgresMemoryStore, raw: Raw) -> None:
    raw.execute("DROP SCHEMA loom CASCADE")
    for call in (lambda: store.read("k"), lambda: store.append("k", [MemoryEntry(content=1)])):
        with pytest.raises(MigrationError, match="lacks a table"):
            call()


def test_another_language_reads_and_does_not_write(
    opener: Opener, options: PostgresOptions
) -> None:
    opener().append("k", [MemoryEntry(content="die Häuser")])
    german = opener(language="german")
    assert len(german.read("k")) == 1
    refused: list[Callable[[], object]] = [
        lambda: german.append("k", [MemoryEntry(content="x")]),
        lambda: german.search("k", "Haus"),
        lambda: german.clear("k"),
    ]
    for call in refused:
        with pytest.raises(IndexMismatchError, match="english") as caught:
            call()
        assert "language=english" in caught.value.hint
    assert reindex_schema(options, [WordIndex("german")]) == 1
    assert [hit.entry.content for hit in german.search("k", "Haus")] == ["die Häuser"]
    with pytest.raises(IndexMismatchError, match="german"):
        opener().append("k", [MemoryEntry(content="x")])


def test_an_empty_schema_takes_the_language_of_its_next_handle(opener: Opener) -> None:
    opener()
    store = opener(language="none")
    store.append("k", [MemoryEntry(content="houses")])
    assert store.search("k", "house") == []


def test_the_backend_is_found_by_both_schemes(postgres_url: str) -> None:
    backends = discover().backends
    assert backends["postgresql"].name == backends["postgres"].name == "postgresql"
    store = open_store(postgres_url.replace("postgresql:", "postgres:"))
    assert all(supports(store, verb) for verb in loom_memory_backend().verbs)
    require(store, "close").close()
