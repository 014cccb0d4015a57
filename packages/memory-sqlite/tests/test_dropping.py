"""Rows leave the index whole, even where their entry no longer tells what was indexed."""

import sqlite3
import tracemalloc
from collections.abc import Callable

import pytest
from loom_memory_core import CorruptEntryError, MemoryEntry
from loom_memory_sqlite import SqliteMemoryStore
from loom_memory_sqlite.pending import MAX_WAITING

UNASSIGNED = "\u0378"
"""A code point that no Unicode has given a meaning yet, as a newer Python's characters look."""


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture
def entries(store: SqliteMemoryStore) -> list[MemoryEntry]:
    made = said(*(f"walrus number {n}" for n in range(MAX_WAITING)))
    store.append("k", made)
    store.append("other", said(*["walrus"] * MAX_WAITING))
    return made


def held(raw: sqlite3.Connection, seq: int) -> list[str]:
    rows = raw.execute("SELECT term FROM loom_fts5_places WHERE doc = ?", (seq,))
    return [row[0] for row in rows]


WAYS: dict[str, Callable[[SqliteMemoryStore, list[MemoryEntry]], object]] = {
    "remove": lambda store, entries: store.remove("k", [entries[0].id]),
    "replace": lambda store, entries: store.replace("k", entries[1:]),
    "clear": lambda store, _: store.clear("k"),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("text", ['{"content":"other words","id":"i"}', "not json", "\x00\x01"])
def test_a_row_whose_text_was_changed_leaves_no_terms(
    store: SqliteMemoryStore,
    raw: sqlite3.Connection,
    entries: list[MemoryEntry],
    way: Callable[[SqliteMemoryStore, list[MemoryEntry]], object],
    text: str,
) -> None:
    raw.execute("UPDATE loom_entries SET entry = ? WHERE seq = 1", (text,))
    way(store, entries)
    if way is WAYS["remove"] and text.startswith("{"):
        assert held(raw, 1) != []  # it is another entry now, with another id
        return
    assert held(raw, 1) == []
    assert store.inspect(check=True).problems == ()
    assert len(store.search("other", "walrus", limit=100)) == MAX_WAITING


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_characters_that_a_newer_python_knows_leave_no_terms(
    store: SqliteMemoryStore,
    raw: sqlite3.Connection,
    way: Callable[[SqliteMemoryStore, list[MemoryEntry]], object],
) -> None:
    entries = said(f"old{UNASSIGNED}new", *(f"note {n}" for n in range(MAX_WAITING)))
    store.append("k", entries)
    assert sorted(held(raw, 1)) == ["1_new", "1_old"]
    # What a Python that takes the character for a letter would find in the same text.
    text = entries[0].to_json().replace(UNASSIGNED, "x")
    raw.execute("UPDATE loom_entries SET entry = ? WHERE seq = 1", (text,))
    way(store, entries)
    assert held(raw, 1) == []
    assert raw.execute("SELECT count(*) FROM loom_fts5_kept").fetchone() == (0,)


def test_a_row_that_the_index_lacks_can_go(
    store: SqliteMemoryStore, raw: sqlite3.Connection, entries: list[MemoryEntry]
) -> None:
    raw.execute("DELETE FROM loom_fts5_docsize WHERE id = 1")
    assert store.remove("k", [entries[0].id]) == 1
    assert len(store.search("k", "walrus", limit=100)) == MAX_WAITING - 1


def test_a_corrupt_row_is_named_by_every_verb_that_needs_it(
    store: SqliteMemoryStore, raw: sqlite3.Connection, entries: list[MemoryEntry]
) -> None:
    raw.execute("UPDATE loom_entries SET entry = 'broken' WHERE seq = 3")
    calls: list[Callable[[], object]] = [
        lambda: store.read("k"),
        lambda: store.read("k", limit=MAX_WAITING - 2),
        lambda: store.get("k", [entries[2].id]),
        lambda: store.search("k", "walrus", limit=100),
    ]
    for call in calls:
        with pytest.raises(CorruptEntryError) as caught:
            call()
        assert (caught.value.key, caught.value.position) == ("k", 2)
    assert store.read("k", limit=2) == entries[-2:]
    assert store.get("k", [entries[0].id]) == entries[:1]
    assert len(store.read("other")) == MAX_WAITING
    assert store.salvage("k") == ([*entries[:2], *entries[3:]], 1)


def test_bytes_that_are_not_utf8_are_a_corrupt_row(
    store: SqliteMemoryStore, raw: sqlite3.Connection, entries: list[MemoryEntry]
) -> None:
    raw.execute("UPDATE loom_entries SET entry = CAST(x'7b22ff227d' AS TEXT) WHERE seq = 1")
    with pytest.raises(CorruptEntryError):
        store.read("k")
    assert store.remove("k", [entries[0].id]) == 1
    assert store.read("k") == entries[1:]


def test_a_corrupt_row_that_waits_does_not_stop_the_others(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    store.append("k", said("walrus one"))
    store.append("k", said("walrus two"))
    raw.execute("UPDATE loom_entries SET entry = 'broken' WHERE seq = 1")
    assert [hit.entry.content for hit in store.search("k", "walrus")] == ["walrus two"]
    for _ in range(MAX_WAITING):
        store.append("k", said("zebra"))
    assert indexed(raw) == MAX_WAITING - 1
    assert len(store.search("k", "zebra", limit=100)) == MAX_WAITING
    assert [hit.entry.content for hit in store.search("k", "walrus")] == ["walrus two"]


def indexed(raw: sqlite3.Connection) -> int:
    return int(raw.execute("SELECT count(*) FROM loom_fts5_docsize").fetchone()[0])


def test_a_long_row_leaves_as_it_came_without_its_stems(
    store: SqliteMemoryStore, raw: sqlite3.Connection
) -> None:
    entries = said(" ".join(f"walrus{n}" for n in range(3000)), "walrus")
    store.append("k", entries)
    # As many terms, so that nothing but a look at what the index holds tells them apart.
    text = entries[0].to_json().replace("walrus", "zebras")
    raw.execute("UPDATE loom_entries SET entry = ? WHERE seq = 1", (text,))
    store.remove("k", [entries[0].id])
    assert held(raw, 1) == []
    assert store.inspect(check=True).problems == ()


def test_entries_that_are_gone_take_no_memory(store: SqliteMemoryStore) -> None:
    text = "walrus " * 200_000
    store.append("k", said("first", text))
    store.append("m", [MemoryEntry(content="walrus", meta={"attached": text})])
    store.replace("k", [])
    tracemalloc.start()
    try:
        entries = said(*(f"{text} {n}" for n in range(3)))
        store.append("k", entries)
        store.remove("k", [entry.id for entry in entries])
        assert len(store.search("m", "walrus")) == 1
        del entries
        assert tracemalloc.get_traced_memory()[0] < len(text)
    finally:
        tracemalloc.stop()
