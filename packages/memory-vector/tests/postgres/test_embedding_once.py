"""What is embedded, and what is not: each text once, outside connections, or nothing is written."""

from collections.abc import Callable, Sequence
from typing import Any

import psycopg
import pytest
from loom_memory_core import LoomError, MemoryEntry
from loom_memory_vector import Vectors
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]
Embedded = Callable[[], list[str]]
Raw = psycopg.Connection[tuple[Any, ...]]

IN_USE = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND state <> 'idle'"
)


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def stored(raw: Raw) -> int:
    row = raw.execute("SELECT count(*) FROM loom.loom_vectors").fetchone()
    return int(row[0]) if row else 0


def test_equal_texts_are_embedded_once_and_kept_for_each_row(
    store: VectorPostgresStore, embedded: Embedded, raw: Raw
) -> None:
    store.append("k", said("kiwi", "mango", "kiwi", "kiwi"))
    assert embedded() == ["kiwi", "mango"]
    assert stored(raw) == 4
    assert len(store.search("k", "kiwi")) == 3


def test_an_entry_without_a_term_is_never_sent_and_has_no_vector(
    store: VectorPostgresStore, embedded: Embedded, raw: Raw
) -> None:
    nothing: list[Any] = [None, "!!!", "🚀", {"a": True}]
    empty = [MemoryEntry(content=content) for content in nothing]
    store.append("k", [*empty, *said("kiwi")])
    assert embedded() == ["kiwi"]
    assert stored(raw) == 1
    assert store.inspect(check=True).problems == ()


def test_a_rewritten_list_embeds_only_what_is_new(opener: Opener, embedded: Embedded) -> None:
    opener().append("k", said("kiwi", "mango", "quartz"))
    embedded()
    store = opener()  # which has made none of them
    store.replace("k", said("mango", "granite", "kiwi"))
    assert embedded() == ["granite"]
    store.replace("k", store.read("k")[::-1])
    assert embedded() == []
    assert store.inspect(check=True).problems == ()


def test_another_handle_finds_the_vectors_in_the_schema(opener: Opener, embedded: Embedded) -> None:
    opener().append("k", said("kiwi", "mango"))
    embedded()
    other = opener()
    other.append("other key", said("mango", "basalt"))
    assert embedded() == ["basalt"]
    assert len(other.search("other key", "mango")) == 1


def test_half_precision_is_recalled_too(opener: Opener, embedded: Embedded) -> None:
    options = {"embedder": "recorded_embedder:long"}
    opener(**options).append("k", said("kiwi"))
    embedded()
    store = opener(**options)
    store.append("k", said("kiwi"))
    assert embedded() == []
    assert [hit.similarity for hit in store.search("k", "kiwi")] == [pytest.approx(1, abs=1e-3)] * 2


@pytest.mark.parametrize("verb", ["remove", "clear"])
def test_what_is_taken_out_and_appended_again_is_not_embedded_again(
    store: VectorPostgresStore, embedded: Embedded, raw: Raw, verb: str
) -> None:
    entries = said("kiwi", "mango")
    store.append("k", entries)
    embedded()
    if verb == "remove":
        store.remove("k", [entry.id for entry in entries])
    else:
        store.clear("k")
    assert stored(raw) == 0
    store.append("k", said("mango", "kiwi"))
    assert embedded() == []
    assert len(store.search("k", "kiwi")) == 1


@pytest.mark.parametrize("verb", ["append", "replace"])
def test_a_model_that_fails_writes_nothing(store: VectorPostgresStore, raw: Raw, verb: str) -> None:
    store.append("k", said("kiwi"))
    with pytest.raises(LoomError, match="failed with ConnectionError") as caught:
        getattr(store, verb)("k", said("mango", "an unembeddable text", "quartz"))
    assert "nothing was written" in caught.value.hint
    assert [entry.content for entry in store.read("k")] == ["kiwi"]
    assert stored(raw) == 1


def test_no_connection_is_in_use_while_a_model_embeds(
    opener: Opener, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    import recorded_embedder

    busy: list[int] = []
    documents = recorded_embedder.Recorded.embed_documents
    query = recorded_embedder.Recorded.embed_query

    def look() -> None:
        row = raw.execute(IN_USE.encode()).fetchone()
        busy.append(row[0] if row else -1)

    def embed(self: recorded_embedder.Recorded, texts: Sequence[str]) -> Vectors:
        look()
        return documents(self, texts)

    def embed_query(self: recorded_embedder.Recorded, text: str) -> Vectors:
        look()
        return query(self, text)

    monkeypatch.setattr(recorded_embedder.Recorded, "embed_documents", embed)
    monkeypatch.setattr(recorded_embedder.Recorded, "embed_query", embed_query)
    store = opener(pool_size=1)
    store.append("k", said("kiwi"))
    store.replace("k", said("mango"))
    store.search("k", "mango")
    assert busy == [0, 0, 0]
