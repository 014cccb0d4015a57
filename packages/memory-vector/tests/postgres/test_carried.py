"""What a schema says of its vectors, and which handles it refuses."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import psycopg
import pytest
from loom_memory_core import (
    EmbeddingMismatchError,
    IndexMismatchError,
    InvalidOptionsError,
    MemoryEntry,
    discover,
    open_store,
    opened,
    require,
    resolve,
)
from loom_memory_postgres import migrate_schema
from loom_memory_vector.choosing import embedder_of
from loom_memory_vector.postgres.backend import VECTOR_POSTGRES, indexes_for
from loom_memory_vector.postgres.options import VectorPostgresOptions
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]
Embedded = Callable[[], list[str]]
Raw = psycopg.Connection[tuple[Any, ...]]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def test_the_backend_is_found_by_its_scheme() -> None:
    assert discover().backends["vector+postgresql"].matching == "similarity"


def test_a_plain_handle_reads_a_hybrid_schema_and_does_not_write(
    opener: Opener, postgres_url: str
) -> None:
    opener(hybrid=True).append("k", said("kiwi"))
    with opened(postgres_url) as plain:
        assert [entry.content for entry in plain.read("k")] == ["kiwi"]
        assert len(require(plain, "search").search("k", "kiwi")) == 1
        with pytest.raises(IndexMismatchError, match="vectors") as caught:
            plain.append("k", said("mango"))
    assert "open it with vector+postgresql://***@" in caught.value.hint
    for part in ("embedder=recorded_embedder%3Afirst", "hybrid=true", "min_score=0.75"):
        assert part in caught.value.hint


def test_a_plain_handle_is_told_what_opens_a_schema_of_vectors(
    opener: Opener, postgres_url: str
) -> None:
    opener().append("k", said("kiwi"))
    with pytest.raises(IndexMismatchError, match="lacks the index 'words'") as caught:
        open_store(postgres_url)
    assert "open it with vector+postgresql://" in caught.value.hint
    assert "which drops 'vectors'" in caught.value.hint


def test_a_schema_of_words_needs_a_reindex(
    opener: Opener, url: str, postgres_url: str, embedded: Embedded
) -> None:
    words = require(open_store(postgres_url), "close")
    words.append("k", said("kiwi", "mango"))
    with pytest.raises(IndexMismatchError, match="vectors") as caught:
        opener(hybrid=True)
    assert "loom memory reindex --store 'vector+postgresql://" in caught.value.hint
    options = {"embedder": "recorded_embedder:first", "hybrid": True, "min_score": 0.75}
    assert VECTOR_POSTGRES.reindex is not None
    assert VECTOR_POSTGRES.reindex(resolve(url, **options).options) == 2
    assert embedded() == ["kiwi", "mango"]
    store = opener(hybrid=True)
    assert store.inspect(check=True).problems == ()
    assert store.inspect().indexes == ("vectors", "words")
    with pytest.raises(IndexMismatchError, match="vectors"):
        words.append("k", said("x"))
    words.close()


def test_a_reindex_in_the_same_space_embeds_nothing(
    opener: Opener, url: str, embedded: Embedded
) -> None:
    opener().append("k", said("kiwi", "mango"))
    embedded()
    options = {"embedder": "recorded_embedder:first", "approximate": True, "min_score": 0.75}
    assert VECTOR_POSTGRES.reindex is not None
    VECTOR_POSTGRES.reindex(resolve(url, **options).options)
    assert embedded() == []
    assert [hit.similarity for hit in opener(approximate=True).search("k", "kiwi")] == [1.0]


@pytest.mark.parametrize("other", ["second", "shorter"])
def test_another_space_is_refused_before_anything_is_embedded(
    opener: Opener, embedded: Embedded, other: str
) -> None:
    opener().append("k", said("kiwi"))
    embedded()
    store = opener(embedder=f"recorded_embedder:{other}")
    assert [entry.content for entry in store.read("k")] == ["kiwi"]
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
        assert "loom memory reembed --store 'vector+postgresql://" in caught.value.hint
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
    opener: Opener, raw: Raw
) -> None:
    opener(embedder="local", min_score=0.3).append("k", said("kiwi"))
    raw.execute(
        "UPDATE loom.loom_indexes "
        "SET identity = replace(identity, 'all-MiniLM-L6-v2', 'all-minilm')"
    )
    store = opener(embedder="local", min_score=0.3)
    store.append("k", said("mango"))
    store.replace("k", said("kiwi", "mango"))
    assert store.search("k", "mango")[0].entry.content == "mango"
    assert store.inspect(check=True).problems == ()
    with pytest.raises(EmbeddingMismatchError):
        opener(embedder="hashing:384").append("k", said("kiwi"))


def test_another_store_that_opens_an_empty_schema_leaves_it_as_it_is(
    opener: Opener, postgres_url: str
) -> None:
    store = opener()
    with opened(postgres_url) as plain:
        assert plain.read("k") == []
        with pytest.raises(IndexMismatchError, match="'vectors'") as caught:
            plain.append("k", said("kiwi"))
        assert "which drops 'vectors'" in caught.value.hint
        with pytest.raises(IndexMismatchError, match="lacks the index 'words'"):
            require(plain, "search").search("k", "kiwi")
    store.append("k", said("kiwi"))
    assert len(opener().search("k", "kiwi")) == 1


def test_an_emptied_schema_takes_another_space(opener: Opener) -> None:
    store = opener()
    store.append("k", said("kiwi"))
    store.clear("k")
    other = opener(embedder="recorded_embedder:second")
    other.append("k", said("mango"))
    assert len(other.search("k", "mango")) == 1
    with pytest.raises(EmbeddingMismatchError):
        store.append("k", said("kiwi"))


@pytest.mark.parametrize("options", [{}, {"approximate": True}, {"hybrid": True}], ids=str)
def test_the_partitioned_form_works(
    url: str, raw: Raw, opener: Opener, options: dict[str, bool]
) -> None:
    chosen = {"url": url, "embedder": "recorded_embedder:first", "min_score": 0.75, **options}
    values = VectorPostgresOptions.model_validate(chosen)
    with closing(embedder_of(values)) as embedder:
        migrate_schema(values, indexes_for(values, embedder), partitions=4)
    store = opener(**options)
    for at in range(20):
        store.append(f"k/{at}", said(f"entry{at}", "kiwi"))
    used = raw.execute("SELECT count(DISTINCT tableoid) FROM loom.loom_vectors").fetchone()
    assert used == (4,)
    assert [hit.entry.content for hit in store.search("k/7", "entry7")] == ["entry7"]
    assert VECTOR_POSTGRES.reindex is not None
    assert VECTOR_POSTGRES.reindex(values) == 40
    assert store.inspect(check=True).problems == ()
    assert len(store.search("k/9", "kiwi")) == 1


def test_two_schemas_of_a_database_have_spaces_of_their_own(opener: Opener) -> None:
    one, other = opener(), opener(schema="other", embedder="recorded_embedder:shorter")
    one.append("k", said("kiwi"))
    other.append("k", said("kiwi", "kiwi"))
    assert [len(store.search("k", "kiwi")) for store in (one, other)] == [1, 2]
    with pytest.raises(EmbeddingMismatchError) as caught:
        opener(schema="other").append("k", said("x"))
    assert "shorter" in caught.value.hint


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"approximate": True, "hybrid": True}, "approximate=true is not for hybrid=true"),
        ({"language": "german"}, "is for the index of words"),
        ({"embedder": "recorded_embedder:second"}, "min_score was not given"),
        ({"embedder": "hashing:64", "min_score": 0.5, "min_top_score": 0.4}, "below min_score"),
        ({"embedder": "nonsense"}, "names no embedder"),
        ({"embedder": "hashing:16001"}, "pgvector holds up to 16,000"),
        ({"embedder": "hashing:4001", "approximate": True}, "pgvector indexes up to 4,000"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-",
)
def test_what_cannot_be_is_refused_at_once(
    url: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidOptionsError, match=message):
        open_store(url, **options)


def test_as_many_dimensions_as_pgvector_holds(url: str) -> None:
    with closing(require(open_store(url, embedder="hashing:16000"), "close")) as store:
        store.append("k", said("kiwi"))
        assert len(require(store, "search").search("k", "kiwi")) == 1
