"""What is embedded, and what is not: each text once, and only what can be found."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from loom_memory_core import LoomError, MemoryEntry
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Embedded = Callable[[], list[str]]

TABLES = ("loom_vectors", "loom_vectors_keys")


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def stored(raw: sqlite3.Connection) -> list[int]:
    return [row[0] for row in raw.execute("SELECT length(vector) FROM loom_vectors ORDER BY seq")]


def test_equal_texts_are_embedded_once_and_kept_for_each_row(
    store: VectorSqliteStore, embedded: Embedded, raw: sqlite3.Connection
) -> None:
    store.append("k", said("kiwi", "mango", "kiwi", "kiwi"))
    assert embedded() == ["kiwi", "mango"]
    assert stored(raw) == [256] * 4
    assert len(store.search("k", "kiwi")) == 3


def test_an_entry_without_a_term_is_never_sent_and_has_no_vector(
    store: VectorSqliteStore, embedded: Embedded, raw: sqlite3.Connection
) -> None:
    nothing: list[Any] = [None, "!!!", "🚀", {"a": True}]
    empty = [MemoryEntry(content=content) for content in nothing]
    store.append("k", [*empty, *said("kiwi")])
    assert embedded() == ["kiwi"]
    assert stored(raw) == [256]
    assert store.inspect(check=True).problems == ()


def test_an_entry_rewritten_to_nothing_loses_its_vector(
    store: VectorSqliteStore, raw: sqlite3.Connection
) -> None:
    store.append("k", [MemoryEntry(content="kiwi", id="one")])
    store.replace("k", [MemoryEntry(content={}, id="one")])
    assert stored(raw) == []
    assert store.search("k", "kiwi") == []


def test_a_rewritten_list_embeds_only_what_is_new(
    store: VectorSqliteStore, embedded: Embedded
) -> None:
    store.append("k", said("kiwi", "mango", "quartz"))
    embedded()
    store.replace("k", said("mango", "granite", "kiwi"))
    assert embedded() == ["granite"]
    store.replace("k", store.read("k")[::-1])
    assert embedded() == []
    assert store.inspect(check=True).problems == ()


def test_another_handle_finds_the_vectors_in_the_file(opener: Opener, embedded: Embedded) -> None:
    opener().append("k", said("kiwi", "mango"))
    embedded()
    other = opener()
    other.append("other key", said("mango", "basalt"))
    assert embedded() == ["basalt"]
    assert len(other.search("other key", "mango")) == 1


@pytest.mark.parametrize("verb", ["remove", "clear"])
def test_what_is_taken_out_and_appended_again_is_not_embedded_again(
    opener: Opener, embedded: Embedded, verb: str
) -> None:
    entries = said("kiwi", "mango")
    opener().append("k", entries)
    embedded()
    store = opener()
    if verb == "remove":
        store.remove("k", [entry.id for entry in entries])
    else:
        store.clear("k")
    store.append("k", said("mango", "kiwi"))
    assert embedded() == []
    assert len(store.search("k", "kiwi")) == 1


def test_what_was_removed_is_gone_from_the_file(
    store: VectorSqliteStore, raw: sqlite3.Connection
) -> None:
    entries = said("kiwi", "mango")
    store.append("k", entries)
    store.remove("k", [entries[0].id])
    assert stored(raw) == [256]
    store.clear("k")
    assert [raw.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES] == [
        0,
        0,
    ]


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_a_model_that_fails_writes_nothing(
    store: VectorSqliteStore, raw: sqlite3.Connection, verb: str
) -> None:
    store.append("k", said("kiwi"))
    with pytest.raises(LoomError, match="failed with ConnectionError") as caught:
        getattr(store, verb)("k", said("mango", "an unembeddable text", "quartz"))
    assert "nothing was written" in caught.value.hint
    assert [entry.content for entry in store.read("k")] == ["kiwi"]
    assert stored(raw) == [256]


def test_embedding_holds_no_lock(
    opener: Opener, raw: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opener()
    begun = []

    def write_meanwhile(texts: list[str]) -> None:
        begun.append(texts)
        raw.execute("BEGIN EXCLUSIVE")
        raw.execute("ROLLBACK")

    import recorded_embedder

    original = recorded_embedder.Recorded.embed_documents

    def embed(self: recorded_embedder.Recorded, texts: list[str]) -> object:
        write_meanwhile(texts)
        return original(self, texts)

    monkeypatch.setattr(recorded_embedder.Recorded, "embed_documents", embed)
    store.append("k", said("kiwi"))
    store.replace("k", said("mango"))
    assert begun == [["kiwi"], ["mango"]]
