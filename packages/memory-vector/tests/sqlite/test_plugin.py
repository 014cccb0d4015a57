"""The backend as the rest of Loom finds it."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from loom_memory_core import (
    InvalidOptionsError,
    MemoryEntry,
    ReadOnlyStoreError,
    discover,
    open_store,
    require,
    supports,
)
from loom_memory_vector.sqlite.plugin import loom_memory_backend
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]


def test_the_backend_is_found_by_its_scheme() -> None:
    found = discover().backends["vector+sqlite"]
    assert (found.matching, found.summary) == ("similarity", loom_memory_backend().summary)


def test_the_scratch_store_is_empty_and_in_its_folder(tmp_path: Path) -> None:
    backend = loom_memory_backend()
    assert backend.scratch is not None
    store = open_store(backend.scratch(tmp_path), embedder="hashing:64")
    assert list(require(store, "keys").keys()) == []
    assert all(supports(store, verb) for verb in backend.verbs)
    require(store, "close").close()
    assert (tmp_path / "scratch.db").exists()


def test_options_come_from_the_url(url: str) -> None:
    query = "embedder=hashing:256&hybrid=true&language=german&min_score=0.4&cache_megabytes=8"
    store = require(open_store(f"{url}?{query}"), "search")
    store.append("k", [MemoryEntry(content="die Häuser am langen Kanal")])
    assert len(store.search("k", "Haus")) == 1
    require(store, "close").close()


def test_a_store_that_cannot_be_opened_closes_its_embedder(opener: Opener, path: Path) -> None:
    path.mkdir()
    embedder = import_module("recorded_embedder").closable
    embedder.closed = False
    with pytest.raises(InvalidOptionsError, match="is a folder"):
        opener(embedder="recorded_embedder:closable")
    assert embedder.closed


def test_a_reader_searches_and_does_not_write(opener: Opener) -> None:
    opener().append("k", [MemoryEntry(content="kiwi")])
    reader = opener(read_only=True)
    assert [hit.similarity for hit in reader.search("k", "kiwi")] == [1.0]
    with pytest.raises(ReadOnlyStoreError):
        reader.append("k", [MemoryEntry(content="mango")])
