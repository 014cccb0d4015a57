"""A repair mends what several faults at once, or one behind another's back, have broken."""

import sqlite3
from collections.abc import Callable

import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, Problem, StoreWriteError
from loom_memory_sqlite import (
    SqliteMemoryStore,
    SqliteOptions,
    WordIndex,
    reindex_file,
    repair_file,
)
from loom_memory_sqlite.word_sql import TABLES

BATCH = 40
BATCHES = 3


def kinds(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return sorted({problem.kind for problem in problems})


@pytest.fixture
def filled(store: SqliteMemoryStore) -> SqliteMemoryStore:
    for batch in range(BATCHES):
        store.append("k", [MemoryEntry(content=f"alpha {batch} {n}") for n in range(BATCH)])
    store.append("k", [MemoryEntry(content=f"alpha waits {n}") for n in range(3)])
    return store


def test_corrupt_rows_leave_a_damaged_index(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions
) -> None:
    raw.execute("UPDATE loom_fts5_data SET block = x'00' WHERE id > 10")
    raw.execute("UPDATE loom_entries SET entry = '{bad' WHERE seq IN (3, 122)")
    found = filled.inspect(check=True).problems
    assert kinds(found) == ["corrupt-entry", "index-damaged"]
    assert repair_file(options, [WordIndex()]) == list(found)
    assert filled.inspect(check=True).problems == ()
    assert len(filled.search("k", "alpha", limit=200)) == BATCH * BATCHES + 1


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM loom_fts5_docsize WHERE id < 20",
        "UPDATE loom_fts5_docsize SET sz = x'07' WHERE id < 20",
        "DELETE FROM loom_entries WHERE seq < 20; DELETE FROM loom_fts5_docsize WHERE id < 20",
    ],
)
def test_lost_and_wrong_lengths_are_found_and_mended(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions, damage: str
) -> None:
    raw.executescript(damage)
    found = filled.inspect(check=True).problems
    assert [each.kind for each in found].count("index-length-differs") == 19
    assert kinds(found) == kinds(repair_file(options, [WordIndex()]))
    assert filled.inspect(check=True).problems == ()
    assert len(filled.search("k", "alpha", limit=200)) == len(filled.read("k"))


@pytest.mark.parametrize(
    "text",
    [
        '{"content":NaN,"id":"i"}',
        '{"content":[1e400],"id":"i"}',
        '{"content":"x","role":null,"id":"i"}',
        '{"content":{"a":1,"a":2},"id":"i"}',
        '{"content":"x","id":""}',
        '{"content":"x"}',
    ],
)
def test_a_row_that_breaks_a_rule_of_entries_is_corrupt(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions, text: str
) -> None:
    others = filled.read("k")
    del others[2]
    raw.execute("UPDATE loom_entries SET entry = ? WHERE seq = 3", (text,))
    found = [each for each in filled.inspect(check=True).problems if each.kind == "corrupt-entry"]
    assert [(each.key, each.position) for each in found] == [("k", 2)]
    assert filled.salvage("k") == (others, 1)
    assert found[0] in repair_file(options, [WordIndex()])
    assert raw.execute("SELECT entry FROM loom_aside").fetchall() == [(text,)]
    assert filled.read("k") == others
    assert filled.inspect(check=True).problems == ()


@pytest.mark.parametrize("look_after", [repair_file, reindex_file])
@pytest.mark.parametrize("table", TABLES)
def test_a_missing_table_of_the_index_is_found_and_made_anew(
    filled: SqliteMemoryStore,
    raw: sqlite3.Connection,
    options: SqliteOptions,
    table: str,
    look_after: Callable[..., object],
) -> None:
    raw.execute(f"DROP TABLE {table}")
    info = filled.inspect(check=True)
    assert info.entries == len(filled.read("k"))
    assert kinds(info.problems) == ["index-damaged"]
    assert table in info.problems[0].detail
    look_after(options, [WordIndex()])
    assert filled.inspect(check=True).problems == ()
    assert len(filled.search("k", "alpha", limit=200)) == info.entries
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("table", ["loom_fts5", "loom_fts5_data"])
def test_verbs_that_need_a_missing_table_say_what_mends_it(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, table: str
) -> None:
    raw.execute(f"DROP TABLE {table}")
    for call in (lambda: filled.search("k", "alpha"), lambda: filled.clear("k")):
        with pytest.raises((BackendUnavailableError, StoreWriteError), match="loom memory repair"):
            call()


@pytest.mark.parametrize("counts", ["terms = 0", "entries = 0", "entries = 1, terms = -9"])
def test_wrong_counts_do_not_stop_a_search(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions, counts: str
) -> None:
    raw.execute(f"UPDATE loom_fts5_keys SET {counts}")
    for query in ("alpha", "waits", "alpha 7"):
        filled.search("k", query)
    assert kinds(filled.inspect(check=True).problems) == ["index-counts-differ"]
    repair_file(options, [WordIndex()])
    assert len(filled.search("k", "alpha", limit=200)) == len(filled.read("k"))


@pytest.mark.parametrize("key", ["x'6b'", "x'ff'", "CAST(x'ff' AS TEXT)", "''"])
def test_rows_under_a_key_that_no_verb_can_name(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions, key: str
) -> None:
    filled.append("other", filled.read("k", limit=2))
    raw.execute(f"UPDATE loom_keys SET key = {key} WHERE key = 'k'")
    info = filled.inspect(check=True)
    assert (info.keys, kinds(info.problems)) == (2, ["corrupt-key"])
    assert repair_file(options, [WordIndex()]) == list(info.problems)
    assert filled.inspect(check=True).problems == ()
    assert list(filled.keys()) == ["other"]
    aside = raw.execute("SELECT count(*) FROM loom_aside").fetchone()
    assert aside == (BATCH * BATCHES + 3,)


@pytest.mark.parametrize("count", [2, BATCH])
def test_rows_whose_key_is_gone_are_found_and_set_aside(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions, count: int
) -> None:
    entries = [MemoryEntry(content=f"alpha {n}") for n in range(count)]
    filled.append("gone", entries)
    raw.execute("DELETE FROM loom_keys WHERE key = 'gone'")
    found = filled.inspect(check=True).problems
    assert [each.kind for each in found].count("orphaned-entry") == count
    assert repair_file(options, [WordIndex()]) == list(found)
    aside = raw.execute("SELECT entry FROM loom_aside ORDER BY position").fetchall()
    assert aside == [(entry.to_json(),) for entry in entries]
    assert filled.inspect(check=True).problems == ()
    assert len(filled.search("k", "alpha", limit=200)) == BATCH * BATCHES + 3
