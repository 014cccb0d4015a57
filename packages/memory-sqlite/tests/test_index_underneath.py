"""The words index looked at without the join that would hide what is left over."""

import sqlite3
from collections.abc import Callable

import pytest
from loom_memory_core import MemoryEntry
from loom_memory_sqlite import SqliteMemoryStore, sql, word_sql
from loom_memory_sqlite.pending import MAX_WAITING, MAX_WAITING_TOGETHER


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def indexed_rows(raw: sqlite3.Connection) -> list[int]:
    return [row[0] for row in raw.execute("SELECT id FROM loom_fts5_docsize ORDER BY id")]


def postings(raw: sqlite3.Connection) -> list[tuple[str, int]]:
    return raw.execute("SELECT term, doc FROM loom_fts5_places ORDER BY doc, term").fetchall()


def check_integrity(raw: sqlite3.Connection) -> None:
    raw.execute(word_sql.INTEGRITY)
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def fill(store: SqliteMemoryStore, *keys: str) -> None:
    for key in keys:
        store.append(key, said(*(f"failover {key} number {n}" for n in range(MAX_WAITING))))


def test_terms_carry_the_number_of_their_key(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    fill(store, "a", "b")
    terms = {term for term, _ in postings(raw)}
    assert {"1_failov", "2_failov", "1_a", "2_b"} <= terms
    assert {term.split("_")[0] for term in terms} == {"1", "2"}


def test_few_rows_wait_and_are_then_indexed_together(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    for number in range(MAX_WAITING - 1):
        store.append("k", said(f"note {number}"))
    assert indexed_rows(raw) == []
    assert len(store.search("k", "note", limit=100)) == MAX_WAITING - 1
    store.append("k", said("note last"))
    assert len(indexed_rows(raw)) == MAX_WAITING
    assert raw.execute("SELECT count(*) FROM loom_fts5_waiting").fetchone() == (0,)


def test_many_keys_wait_together_until_they_are_many(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    for number in range(MAX_WAITING_TOGETHER - 1):
        store.append(f"k{number % 50}", said(f"note {number}"))
    assert indexed_rows(raw) == []
    store.append("k0", said("note last"))
    assert len(indexed_rows(raw)) == MAX_WAITING_TOGETHER
    assert len(store.search("k0", "note", limit=100)) == 7
    assert store.inspect(check=True).problems == ()


@pytest.mark.parametrize("others", [[], ["other"]], ids=["the only key", "beside another"])
def test_clearing_a_key_empties_its_index(
    store: SqliteMemoryStore, raw: sqlite3.Connection, others: list[str]
) -> None:
    fill(store, "k", *others)
    store.append("k", said("one that waits"))
    store.clear("k")
    assert not any(term.startswith("1_") for term, _ in postings(raw))
    assert len(indexed_rows(raw)) == len(others) * MAX_WAITING
    assert raw.execute("SELECT count(*) FROM loom_fts5_waiting").fetchone() == (0,)
    assert raw.execute("SELECT count(*) FROM loom_fts5_keys").fetchone() == (len(others),)
    check_integrity(raw)


def test_removed_and_replaced_rows_leave_the_index(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    fill(store, "k")
    store.append("k", said("walrus waits"))
    entries = store.read("k")
    store.remove("k", [entries[3].id, entries[-1].id])
    store.replace("k", [*entries[10:20], *said("new one")])
    terms = {term for term, _ in postings(raw)}
    assert "1_walrus" not in terms
    assert len(indexed_rows(raw)) == 10
    assert store.inspect(check=True).problems == ()
    check_integrity(raw)


def test_a_failed_write_leaves_the_index_as_it_was(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    fill(store, "k")
    before = postings(raw)
    raw.execute(
        "CREATE TRIGGER stop BEFORE INSERT ON loom_fts5_keys BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(OSError, match="nothing was written"):
        fill(store, "k")
    raw.execute("DROP TRIGGER stop")
    assert postings(raw) == before
    assert len(store.read("k")) == MAX_WAITING
    check_integrity(raw)


def pages(raw: sqlite3.Connection) -> int:
    return int(raw.execute("PRAGMA page_count").fetchone()[0])


def test_a_thousand_rounds_do_not_let_the_file_grow(
    opener: Callable[..., SqliteMemoryStore], raw: sqlite3.Connection
) -> None:
    store = opener(synchronous="normal")
    fill(store, "stays")
    sizes = []
    for number in range(1000):
        entries = said(*(f"round {number} entry {n} of many words" for n in range(40)))
        store.append("k", entries[:30])
        store.append("k", entries[30:31])
        store.replace("k", [*entries[5:31], *entries[31:]])
        store.remove("k", [entry.id for entry in entries[20:25]])
        store.clear("k")
        if number % 250 == 249:
            sizes.append(pages(raw))
    assert max(sizes) <= 2 * sizes[0]
    assert sizes[-1] < 250
    assert len(indexed_rows(raw)) == MAX_WAITING
    assert raw.execute("SELECT count(*) FROM loom_entries").fetchone() == (MAX_WAITING,)
    assert raw.execute("SELECT count(*) FROM loom_keys").fetchone() == (1,)
    check_integrity(raw)


PLANS: dict[str, tuple[str, dict[str, str | int], list[str]]] = {
    "the tail": (sql.READ_NEWEST, {"key": "k", "limit": 5}, ["loom_entries_by_key"]),
    "all": (sql.READ_ALL, {"key": "k"}, ["loom_entries_by_key"]),
    "by id": (sql.ROWS_BY_ID, {"hashes": "[1]", "key_id": 1}, ["loom_entries_by_id"]),
    "by seq": (sql.ROWS_BY_SEQ, {"seqs": "[1]", "key_id": 1}, ["INTEGER PRIMARY KEY"]),
    "waiting": (word_sql.WAITING, {"key_id": 1}, ["PRIMARY KEY (key_id=?)", "INTEGER PRIMARY KEY"]),
    "lengths": (word_sql.SIZES, {"seqs": "[1]"}, ["INTEGER PRIMARY KEY"]),
    "keys from": (sql.KEYS_FROM, {"start": "a"}, ["sqlite_autoindex_loom_keys_1 (key>?"]),
    "keys between": (sql.KEYS_BETWEEN, {"start": "a", "stop": "b"}, ["(key>? AND key<?"]),
}


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("analyzed", [False, True])
def test_no_statement_walks_a_whole_list(
    store: SqliteMemoryStore, raw: sqlite3.Connection, name: str, *, analyzed: bool
) -> None:
    fill(store, "k", "l")
    if analyzed:
        raw.execute("ANALYZE")
    statement, values, wanted = PLANS[name]
    plan = [row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert all(any(part in step for step in plan) for part in wanted), plan
    assert not any("TEMP B-TREE" in step or step.startswith("SCAN loom") for step in plan), plan
