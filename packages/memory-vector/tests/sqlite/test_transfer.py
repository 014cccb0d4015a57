"""Dump, load and copy: the entries move, and each store makes vectors of its own."""

import io
from collections.abc import Callable
from pathlib import Path

from loom_memory_core import MemoryEntry, copy, dump, load, open_store, require
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Embedded = Callable[[], list[str]]


def filled(store: VectorSqliteStore) -> VectorSqliteStore:
    store.append("a", [MemoryEntry(content=text) for text in ("kiwi", "mango", "!!!")])
    store.append("b", [MemoryEntry(content="kiwi", role="ada")])
    return store


def test_a_dump_is_loaded_and_found(opener: Opener, tmp_path: Path) -> None:
    store = filled(opener())
    text = io.StringIO()
    dump(store, text)
    other = opener(url=f"vector+sqlite:///{tmp_path / 'other.db'}")
    load(other, io.BytesIO(text.getvalue().encode()))
    for key in ("a", "b"):
        assert other.read(key) == store.read(key)
        assert other.search(key, "kiwi") == store.search(key, "kiwi")
    assert other.inspect(check=True).problems == ()


def test_a_copy_into_another_backend_and_back(
    opener: Opener, tmp_path: Path, embedded: Embedded
) -> None:
    store = filled(opener())
    words = require(open_store(f"sqlite:///{tmp_path / 'words.db'}"), "close")
    copy(store, words)
    store.clear("a")
    copy(words, store)
    words.close()
    assert [hit.entry.content for hit in store.search("a", "kiwi")] == ["kiwi"]
    assert embedded() == ["kiwi", "mango"]
