"""What a file says of its vectors, and which handles it refuses."""

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from loom_memory_core import (
    EmbeddingMismatchError,
    IndexMismatchError,
    InvalidOptionsError,
    MemoryEntry,
    open_store,
    opened,
    require,
    resolve,
)
from loom_memory_vector.sqlite.backend import VECTOR_SQLITE
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]
Embedded = Callable[[], list[str]]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def url_in(hint: str) -> str:
    """What a hint says to open a file with."""
    found = re.search(r"open it with ([^;]+);", hint)
    assert found is not None
    return found.group(1)


def test_a_plain_handle_reads_a_hybrid_file_and_does_not_write(opener: Opener, path: Path) -> None:
    opener(hybrid=True).append("k", said("kiwi"))
    plain = open_store(f"sqlite:///{path}")
    assert [entry.content for entry in plain.read("k")] == ["kiwi"]
    assert len(require(plain, "search").search("k", "kiwi")) == 1
    with pytest.raises(IndexMismatchError, match="vectors") as caught:
        plain.append("k", said("mango"))
    require(plain, "close").close()
    with opened(url_in(caught.value.hint)) as store:
        store.append("k", said("mango"))
        assert require(store, "inspect").inspect().indexes == ("fts5", "vectors")


def test_a_plain_handle_is_told_what_opens_a_file_of_vectors(opener: Opener, path: Path) -> None:
    opener().append("k", said("kiwi"))
    with pytest.raises(IndexMismatchError, match="lacks the index 'fts5'") as caught:
        open_store(f"sqlite:///{path}")
    assert "which drops 'vectors'" in caught.value.hint
    with opened(url_in(caught.value.hint)) as store:
        assert len(require(store, "search").search("k", "kiwi")) == 1


def test_a_file_of_words_needs_a_reindex(
    opener: Opener, url: str, path: Path, embedded: Embedded
) -> None:
    words = require(open_store(f"sqlite:///{path}"), "close")
    words.append("k", said("kiwi", "mango"))
    with pytest.raises(IndexMismatchError, match="vectors") as caught:
        opener(hybrid=True)
    assert "loom memory reindex --store 'vector+sqlite:///" in caught.value.hint
    full = f"{url}?embedder=recorded_embedder:first&hybrid=true&min_score=0.75&min_top_score=0.75"
    assert VECTOR_SQLITE.reindex is not None
    assert VECTOR_SQLITE.reindex(resolve(full).options) == 2
    assert embedded() == ["kiwi", "mango"]
    store = opener(hybrid=True)
    assert store.inspect(check=True).problems == ()
    assert store.inspect().indexes == ("fts5", "vectors")
    with pytest.raises(IndexMismatchError, match="vectors"):
        words.append("k", said("x"))
    words.close()


def test_a_reindex_in_the_same_space_embeds_nothing(
    opener: Opener, url: str, embedded: Embedded
) -> None:
    store = opener()
    store.append("k", said("kiwi", "mango"))
    embedded()
    full = f"{url}?embedder=recorded_embedder:first&hybrid=true&min_score=0.75"
    assert VECTOR_SQLITE.reindex is not None
    VECTOR_SQLITE.reindex(resolve(full).options)
    assert embedded() == []
    with pytest.raises(IndexMismatchError) as caught:
        store.append("k", said("basalt"))
    assert "hybrid=true" in caught.value.hint
    assert [hit.similarity for hit in opener(hybrid=True).search("k", "kiwi")] == [1.0]


@pytest.mark.parametrize("other", ["second", "shorter"])
def test_another_space_is_refused_before_anything_is_embedded(
    opener: Opener, embedded: Embedded, other: str
) -> None:
    opener().append("k", said("kiwi"))
    embedded()
    store = opener(embedder=f"recorded_embedder:{other}")
    assert [entry.content for entry in store.read("k")] == ["kiwi"]
    assert list(store.keys()) == ["k"]
    refused: list[Callable[[], object]] = [
        lambda: store.append("k", said("mango")),
        lambda: store.replace("k", said("mango")),
        lambda: store.remove("k", ["x"]),
        lambda: store.clear("k"),
        lambda: store.search("k", "kiwi"),
    ]
    for verb in refused:
        with pytest.raises(EmbeddingMismatchError, match="holds vectors of first") as caught:
            verb()
        assert "loom memory reembed --store 'vector+sqlite:///" in caught.value.hint
    assert embedded() == []
    assert len(opener().search("k", "kiwi")) == 1


def test_an_alias_of_the_space_is_no_other(opener: Opener, embedded: Embedded) -> None:
    opener().append("k", said("kiwi"))
    other = opener(embedder="recorded_embedder:renamed")
    other.append("k", said("kiwi"))
    assert embedded() == ["kiwi"]
    assert len(other.search("k", "kiwi")) == 2
    assert other.inspect().embedding == "first, 64 dimensions, weights aaaaaaaaaaaa"


def test_a_name_that_a_later_release_knows_as_an_alias_is_no_other_space(
    opener: Opener, raw: sqlite3.Connection
) -> None:
    opener(embedder="local", min_score=0.3).append("k", said("kiwi"))
    alias = """replace(identity, 'all-MiniLM-L6-v2', 'all-minilm')"""
    for table in ("loom_indexes", "loom_vectors_space"):
        raw.execute(f"UPDATE {table} SET identity = {alias}")
    store = opener(embedder="local", min_score=0.3)
    store.append("k", said("mango"))
    assert store.search("k", "mango")[0].entry.content == "mango"
    assert store.inspect(check=True).problems == ()
    with pytest.raises(EmbeddingMismatchError):
        opener(embedder="hashing:384").append("k", said("kiwi"))


def test_an_emptied_file_takes_another_space(opener: Opener) -> None:
    store = opener()
    store.append("k", said("kiwi"))
    store.clear("k")
    other = opener(embedder="recorded_embedder:second")
    other.append("k", said("mango"))
    assert len(other.search("k", "mango")) == 1
    with pytest.raises(EmbeddingMismatchError):
        store.append("k", said("kiwi"))


def test_another_store_that_opens_an_empty_file_leaves_it_as_it_is(
    opener: Opener, path: Path
) -> None:
    opener()
    plain = open_store(f"sqlite:///{path}")
    assert plain.read("k") == []
    with pytest.raises(IndexMismatchError, match="'vectors'") as caught:
        plain.append("k", said("kiwi"))
    require(plain, "close").close()
    assert "which drops 'vectors'" in caught.value.hint
    with opened(url_in(caught.value.hint)) as store:
        store.append("k", said("kiwi"))


def test_info_shows_the_space_without_loading_a_vector(
    store: VectorSqliteStore, raw: sqlite3.Connection
) -> None:
    info = store.inspect()
    assert (info.indexes, info.entries) == (("vectors",), 0)
    assert info.embedding == "first, 64 dimensions, weights aaaaaaaaaaaa"
    raw.execute("DROP TABLE loom_vectors_space")
    assert store.inspect().embedding is None


def test_the_key_of_a_service_is_written_nowhere(url: str, path: Path) -> None:
    options = {"embedder": "openai:text-embedding-3-small", "api_key": "sk-secret"}
    store = require(open_store(url, **options, min_score=0.3), "close")
    store.close()
    assert b"sk-secret" not in path.read_bytes()
    with pytest.raises(InvalidOptionsError, match="password"):
        open_store(url, **options, base_url="https://me:pass@example.org/v1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"approximate": True}, "compares every vector"),
        ({"language": "german"}, "is for the index of words"),
        ({"embedder": "recorded_embedder:second"}, "min_score was not given"),
        ({"embedder": "hashing:64", "min_score": 0.5, "min_top_score": 0.4}, "below min_score"),
        ({"embedder": "nonsense"}, "names no embedder"),
        ({"min_score": 2}, "min_score"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-",
)
def test_what_cannot_be_is_refused_at_once(
    url: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidOptionsError, match=message):
        open_store(url, **options)
