"""``inspect`` tells what is there and what is wrong; a repair sets aside and mends."""

import sqlite3
from collections.abc import Callable

import pytest
from loom_memory_core import (
    BackendUnavailableError,
    IndexMismatchError,
    MemoryEntry,
    PrefixCount,
    Problem,
    ReadOnlyStoreError,
)
from loom_memory_sqlite import (
    SqliteMemoryStore,
    SqliteOptions,
    WordIndex,
    reindex_file,
    repair_file,
)
from loom_memory_sqlite.pending import MAX_WAITING

Opener = Callable[..., SqliteMemoryStore]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def kinds(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return sorted({problem.kind for problem in problems})


@pytest.fixture
def filled(store: SqliteMemoryStore) -> SqliteMemoryStore:
    for key in ("team/db", "team/web", "ada"):
        store.append(key, said(*(f"note {n} of {key}" for n in range(MAX_WAITING))))
    return store


def test_inspect_counts(filled: SqliteMemoryStore) -> None:
    info = filled.inspect()
    sizes = [len(entry.to_json().encode()) for entry in filled.read("ada")]
    assert (info.keys, info.entries) == (3, 3 * MAX_WAITING)
    assert (info.schema, info.indexes, info.embedding) == (1, ("fts5",), None)
    assert info.prefixes["ada"] == PrefixCount(1, MAX_WAITING, sum(sizes))
    assert info.prefixes["team"].keys == 2
    assert info.bytes % 4096 == 0
    assert info.bytes > sum(sizes)
    assert filled.inspect(check=True).problems == ()


BREAKS = {
    "corrupt-entry": "UPDATE loom_entries SET entry = '{\"content\":' WHERE seq = 5",
    "index-row-missing": "INSERT INTO loom_fts5 (loom_fts5) VALUES ('delete-all')",
    "index-row-surplus": "DELETE FROM loom_entries WHERE seq = 5",
    "index-row-differs": 'UPDATE loom_entries SET entry = \'{"content":1,"id":"i"}\' WHERE seq = 5',
    "index-counts-differ": "UPDATE loom_fts5_keys SET entries = 99 WHERE key_id = 1",
    "index-damaged": "UPDATE loom_fts5_data SET block = x'00' WHERE id > 100",
}


@pytest.mark.parametrize("kind", BREAKS)
def test_a_check_finds_what_is_wrong_and_a_repair_deals_with_it(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions, kind: str
) -> None:
    raw.execute(BREAKS[kind])
    assert kind in kinds(filled.inspect(check=True).problems)
    dealt = repair_file(options, [WordIndex()])
    assert kind in kinds(dealt)
    assert filled.inspect(check=True).problems == ()
    assert repair_file(options, [WordIndex()]) == []
    notes = filled.search("team/db", "note", limit=100)
    assert len(notes) >= MAX_WAITING - 1


def test_a_corrupt_row_is_set_aside_with_its_text(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions
) -> None:
    rows = raw.execute("SELECT seq FROM loom_entries WHERE key_id = 2 ORDER BY seq").fetchall()
    for at in (4, 7):
        raw.execute("UPDATE loom_entries SET entry = ? WHERE seq = ?", (f"bad {at}", rows[at][0]))
    found = filled.inspect(check=True).problems
    assert [(each.kind, each.key, each.position) for each in found] == [
        ("corrupt-entry", "team/web", 4),
        ("corrupt-entry", "team/web", 7),
    ]
    assert repair_file(options, [WordIndex()]) == list(found)
    aside = raw.execute("SELECT key, position, entry FROM loom_aside ORDER BY position").fetchall()
    assert aside == [("team/web", 4, "bad 4"), ("team/web", 7, "bad 7")]
    assert len(filled.read("team/web")) == MAX_WAITING - 2


def test_a_key_of_nothing_but_corrupt_rows_is_gone_after_a_repair(
    store: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions
) -> None:
    store.append("k", said("one"))
    raw.execute("UPDATE loom_entries SET entry = 'bad'")
    repair_file(options, [WordIndex()])
    assert list(store.keys()) == []
    assert store.read("k") == []


def test_damaged_pages_are_reported_and_not_repaired(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions
) -> None:
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute("UPDATE sqlite_master SET rootpage = 3 WHERE name = 'loom_entries_by_id'")
    raw.execute("PRAGMA writable_schema = RESET")
    raw.execute("CREATE TABLE other (x)")
    assert "file-damaged" in kinds(filled.inspect(check=True).problems)
    with pytest.raises(BackendUnavailableError, match="damaged"):
        repair_file(options, [WordIndex()])


def test_maintenance_needs_to_write_and_to_know_the_indexes(
    filled: SqliteMemoryStore, options: SqliteOptions
) -> None:
    read_only = options.model_copy(update={"read_only": True})
    for call in (repair_file, reindex_file):
        with pytest.raises(ReadOnlyStoreError):
            call(read_only, [WordIndex()])
    with pytest.raises(IndexMismatchError):
        repair_file(options, [WordIndex("german")])
    assert filled.inspect(check=True).problems == ()


def test_readers_see_the_old_index_until_a_reindex_ends(
    filled: SqliteMemoryStore, options: SqliteOptions
) -> None:
    counts: list[int] = []

    def reads_meanwhile(_done: int, _total: int) -> None:
        counts.append(len(filled.search("ada", "note", limit=100)))
        counts.append(len(filled.read("ada")))

    done = reindex_file(options, [WordIndex()], progress=reads_meanwhile)
    assert done == 3 * MAX_WAITING
    assert set(counts) == {MAX_WAITING}
    assert len(filled.search("ada", "note", limit=100)) == MAX_WAITING


def test_a_reindex_that_fails_changes_nothing(
    filled: SqliteMemoryStore, options: SqliteOptions, raw: sqlite3.Connection
) -> None:
    before = raw.execute("SELECT term, doc FROM loom_fts5_places").fetchall()

    def gives_up(_done: int, _total: int) -> None:
        raise RuntimeError("the caller gives up")

    with pytest.raises(RuntimeError, match="gives up"):
        reindex_file(options, [WordIndex()], progress=gives_up)
    assert raw.execute("SELECT term, doc FROM loom_fts5_places").fetchall() == before
    assert filled.inspect(check=True).problems == ()
    filled.append("ada", said("still writable"))


def test_a_reindex_leaves_corrupt_rows_out(
    filled: SqliteMemoryStore, raw: sqlite3.Connection, options: SqliteOptions
) -> None:
    raw.execute("UPDATE loom_entries SET entry = 'bad' WHERE seq = 5")
    assert reindex_file(options, [WordIndex()]) == 3 * MAX_WAITING - 1
    assert kinds(filled.inspect(check=True).problems) == ["corrupt-entry"]


def test_a_reader_may_check(filled: SqliteMemoryStore, opener: Opener) -> None:
    filled.append("ada", said("waits"))
    reader = opener(read_only=True)
    assert reader.inspect(check=True) == filled.inspect(check=True)


def test_a_file_that_is_not_there_is_not_made(options: SqliteOptions) -> None:
    for look_after in (repair_file, reindex_file):
        with pytest.raises(BackendUnavailableError, match="does not exist"):
            look_after(options, [WordIndex()])
    assert not options.path.exists()


@pytest.mark.parametrize("check", ["yes", 1, None])
def test_a_check_is_asked_for_by_true_or_false(store: SqliteMemoryStore, check: object) -> None:
    with pytest.raises(TypeError, match="check is"):
        store.inspect(check=check)  # type: ignore[arg-type]  # what is refused
