"""What the verbs read of the tables, by the server's own count: rows of their key alone."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg
import pytest
from loom_memory_core import MemoryEntry
from loom_memory_postgres import PostgresMemoryStore, PostgresOptions, WordIndex, migrate_schema

Raw = psycopg.Connection[tuple[Any, ...]]

KEYS = 1_000
"""So many that even in two partitions an index is cheaper than a walk over one."""

EACH = 4
CALLS = 12
"""Enough that statements are prepared, and that the server has gone over to plans for any key."""


def entries(name: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=f"common word{at} {name}", id=f"{at}") for at in range(EACH)]


VERBS: dict[str, Callable[[PostgresMemoryStore, str], object]] = {
    "append": lambda store, key: store.append(key, entries("x")[:1]),
    "read": lambda store, key: store.read(key),
    "read the newest": lambda store, key: store.read(key, limit=1),
    "search, rare": lambda store, key: store.search(key, "word3 and nothing"),
    "search, common": lambda store, key: store.search(key, "the common word1"),
    "search, many terms": lambda store, key: store.search(key, " ".join(map(str, range(99)))),
    "get": lambda store, key: store.get(key, ["1"]),
    "remove": lambda store, key: store.remove(key, ["1"]),
    "replace": lambda store, key: store.replace(key, entries("y")),
    "clear": lambda store, key: store.clear(key),
}


def rows_read(raw: Raw) -> tuple[int, int]:
    """Rows of all keys that were walked over so far, and rows that an index was asked for."""
    raw.execute("SELECT pg_stat_clear_snapshot()")
    found = raw.execute(
        "SELECT coalesce(sum(seq_tup_read), 0)::bigint, coalesce(sum(idx_tup_fetch), 0)::bigint "
        "FROM pg_stat_user_tables "
        "WHERE relname ~ '^loom_(lists|entries|words)(_p[0-9]+)?$'"
    ).fetchone()
    assert found
    return found


def wait_until_gone(raw: Raw) -> None:
    """A connection has reported what it read when it is no longer listed."""
    asked = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    while raw.execute(asked.encode()).fetchone() != (0,):
        pass


def fill(options: PostgresOptions, raw: Raw, *, partitions: int) -> None:
    """A thousand keys with the same list."""
    migrate_schema(options, [WordIndex(options.language)], partitions=partitions)
    with closing(PostgresMemoryStore(options)) as store:
        store.append("k0", entries("first"))
    raw.execute(  # the same list under a thousand keys
        f"INSERT INTO loom.loom_lists (key, last_seq, entries) "
        f"SELECT 'k' || at, {EACH}, {EACH} FROM generate_series(1, {KEYS - 1}) AS at".encode()
    )
    for table, columns in (
        ("loom_entries", "seq, id_hash, entry"),
        ("loom_words", "seq, length, cut, unstable, lexemes"),
    ):
        raw.execute(
            f"INSERT INTO loom.{table} (key, {columns}) SELECT 'k' || at, {columns} "
            f"FROM loom.{table}, generate_series(1, {KEYS - 1}) AS at".encode()
        )
    raw.execute("VACUUM ANALYZE loom.loom_lists, loom.loom_entries, loom.loom_words")


def read_by(
    options: PostgresOptions, raw: Raw, calls: Callable[[PostgresMemoryStore], object]
) -> tuple[int, int]:
    """Rows that ``calls`` walk over, and rows that they ask an index for."""
    wait_until_gone(raw)
    raw.execute("SELECT pg_stat_force_next_flush()")
    before = rows_read(raw)
    with closing(PostgresMemoryStore(options.model_copy(update={"pool_size": 1}))) as store:
        calls(store)
    wait_until_gone(raw)
    walked, fetched = rows_read(raw)
    return walked - before[0], fetched - before[1]


@pytest.mark.parametrize("partitions", [0, 2])
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_reads_rows_of_its_own_key_alone(
    options: PostgresOptions, raw: Raw, verb: str, partitions: int
) -> None:
    fill(options, raw, partitions=partitions)

    def calls(store: PostgresMemoryStore) -> None:
        for at in range(CALLS):
            VERBS[verb](store, f"k{7 * at}")

    walked, fetched = read_by(options, raw, calls)
    assert walked == 0
    assert 0 < fetched <= CALLS * 5 * EACH


LONG = 1_500
"""Too long a list to be walked by every search."""


@pytest.mark.parametrize(
    ("query", "most"),
    [("item700", 50), ("common item700", LONG + 50), ("the common", 2 * LONG + 50)],
    ids=["rare", "common too", "nothing that ranks"],
)
def test_a_search_of_a_long_list_walks_over_no_other(
    options: PostgresOptions, raw: Raw, query: str, most: int
) -> None:
    fill(options, raw, partitions=0)
    with closing(PostgresMemoryStore(options)) as store:
        store.append("long", [MemoryEntry(content=f"common item{at}") for at in range(LONG)])
    raw.execute("VACUUM ANALYZE loom.loom_lists, loom.loom_entries, loom.loom_words")
    walked, fetched = read_by(options, raw, lambda store: store.search("long", query))
    assert walked == 0
    assert 0 < fetched <= most
