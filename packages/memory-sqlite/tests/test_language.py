"""The option ``language``: what it matches, and what happens when two handles disagree."""

import sqlite3
from collections.abc import Callable

import pytest
from loom_memory_core import IndexMismatchError, InvalidOptionsError, MemoryEntry, open_store
from loom_memory_core.language import LANGUAGES
from loom_memory_sqlite import SqliteMemoryStore, SqliteOptions, WordIndex, reindex_file

Opener = Callable[..., SqliteMemoryStore]

PAIRS = [
    ("english", "certificates expired", "expiring certificate"),
    ("german", "die Häuser brannten", "Haus"),
    ("french", "nous continuerons", "continuer"),
    ("russian", "важные книги", "важная книга"),
]


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.mark.parametrize(("language", "text", "query"), PAIRS, ids=[pair[0] for pair in PAIRS])
def test_a_language_finds_other_forms_of_a_word(
    opener: Opener, language: str, text: str, query: str
) -> None:
    store = opener(language=language)
    store.append("k", said(text))
    assert len(store.search("k", query)) == 1
    assert all(len(store.search("k", word)) == 1 for word in text.split())


def test_english_is_the_default(store: SqliteMemoryStore) -> None:
    store.append("k", said("certificates expired"))
    assert len(store.search("k", "certificate")) == 1


def test_no_language_matches_exact_terms(opener: Opener) -> None:
    store = opener(language="none")
    store.append("k", said("certificates expired", "category", "the cat"))
    assert store.search("k", "certificate cats") == []
    assert [hit.entry.content for hit in store.search("k", "the")] == ["the cat"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_still_finds_the_very_words(opener: Opener, language: str) -> None:
    text = "failover 设备清单 Москва running हिन्दी τέλος"
    store = opener(language=language)
    store.append("k", said(text))
    assert all(len(store.search("k", word)) == 1 for word in text.split())


def test_an_unknown_language_is_refused_with_the_known_ones(url: str) -> None:
    with pytest.raises(InvalidOptionsError, match="english"):
        open_store(f"{url}?language=englisch")


@pytest.fixture
def english(opener: Opener) -> SqliteMemoryStore:
    store = opener()
    store.append("k", said("certificates expired"))
    return store


def test_another_language_may_read_and_nothing_else(
    english: SqliteMemoryStore, opener: Opener, url: str
) -> None:
    german = opener(language="german")
    assert german.read("k") == english.read("k")
    assert german.get("k", [german.read("k")[0].id])
    assert list(german.keys()) == ["k"]
    assert german.inspect().entries == 1
    assert [problem.kind for problem in german.inspect(check=True).problems] == [
        "index-not-checked"
    ]
    refused: list[Callable[[], object]] = [
        lambda: german.append("k", said("x")),
        lambda: german.append("new", said("x")),
        lambda: german.replace("k", []),
        lambda: german.remove("k", ["x"]),
        lambda: german.clear("k"),
        lambda: german.search("k", "x"),
    ]
    for call in refused:
        with pytest.raises(IndexMismatchError) as caught:
            call()
        assert f"{url}?language=english;" in caught.value.hint
        assert f"{url}?language=german'" in caught.value.hint
        assert "***" not in str(caught.value)
        assert "reindex" in caught.value.hint
    assert len(english.read("k")) == 1


def test_reindexing_changes_the_language(
    english: SqliteMemoryStore, opener: Opener, options: SqliteOptions
) -> None:
    options = options.model_copy(update={"language": "german"})
    seen: list[tuple[int, int]] = []
    done = reindex_file(options, [WordIndex("german")], progress=lambda *at: seen.append(at))
    assert (done, seen) == (1, [(1, 1)])
    german = opener(language="german")
    german.append("k", said("die Häuser"))
    assert len(german.search("k", "Haus")) == 1
    assert german.inspect(check=True).problems == ()
    with pytest.raises(IndexMismatchError, match="german"):
        english.append("k", said("x"))
    with pytest.raises(IndexMismatchError, match="german"):
        english.search("k", "x")
    assert len(english.read("k")) == 2


def test_an_empty_file_takes_the_language_of_whoever_writes_first(opener: Opener) -> None:
    first, second = opener(), opener(language="german")
    assert second.search("k", "x") == []
    second.append("k", said("die Häuser"))
    assert len(second.search("k", "Haus")) == 1
    with pytest.raises(IndexMismatchError):
        first.append("k", said("x"))


def test_another_release_of_the_stemmer_is_another_index(
    english: SqliteMemoryStore,
    opener: Opener,
    options: SqliteOptions,
    raw: sqlite3.Connection,
) -> None:
    raw.execute("UPDATE loom_indexes SET identity = 'english, Snowball 2.2'")
    with pytest.raises(IndexMismatchError, match=r"Snowball 2\.2"):
        english.search("k", "certificate")
    reindex_file(options, [WordIndex()])
    assert len(opener().search("k", "certificate")) == 1
