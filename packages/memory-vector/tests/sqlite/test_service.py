"""A store whose model is behind a service: over real HTTP, and without it."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from loom_conformance import Fault, OpenAiServer
from loom_memory_core import BackendUnavailableError, MemoryEntry
from loom_memory_vector import EmbeddingError
from loom_memory_vector.sqlite.store import VectorSqliteStore

Opener = Callable[..., VectorSqliteStore]

DIMENSION = 48


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


@pytest.fixture
def served(opener: Opener) -> Callable[[OpenAiServer], VectorSqliteStore]:
    def open_with(server: OpenAiServer) -> VectorSqliteStore:
        return opener(embedder="openai:acme-embed", base_url=server.url, api_key="sk-one")

    return open_with


def inputs(server: OpenAiServer) -> list[object]:
    return [text for request in server.requests for text in request.body["input"]]


def test_texts_are_sent_once_and_found(
    served: Callable[[OpenAiServer], VectorSqliteStore],
) -> None:
    with OpenAiServer(dimension=DIMENSION) as server:
        store = served(server)
        server.requests.clear()
        store.append("k", said("kiwi", "!!!", "kiwi", "mango"))
        assert inputs(server) == ["kiwi", "mango"]
        assert [hit.similarity for hit in store.search("k", "kiwi")] == [1.0, 1.0]
        assert store.inspect().embedding == f"acme-embed, {DIMENSION} dimensions"


@pytest.mark.parametrize("fault", [Fault.ZEROS, Fault.NAN, Fault.WRONG_COUNT], ids=lambda f: f.name)
def test_an_answer_that_is_no_vector_writes_nothing(
    served: Callable[[OpenAiServer], VectorSqliteStore], fault: Fault
) -> None:
    with OpenAiServer(dimension=DIMENSION) as server:
        store = served(server)
        store.append("k", said("kiwi"))
        server.misbehave(fault, times=1)
        with pytest.raises(EmbeddingError, match="acme-embed"):
            store.append("k", said("mango", "quartz"))
        assert [entry.content for entry in store.read("k")] == ["kiwi"]
        store.append("k", said("mango", "quartz"))
        assert store.inspect(check=True).problems == ()


def test_without_its_service_a_store_reads_and_does_not_write(
    served: Callable[[OpenAiServer], VectorSqliteStore],
) -> None:
    with OpenAiServer(dimension=DIMENSION) as server:
        served(server).append("k", said("kiwi", "mango"))
    store = served(server)
    entries = store.read("k")
    assert [entry.content for entry in entries] == ["kiwi", "mango"]
    assert store.get("k", [entries[1].id]) == entries[1:]
    with pytest.raises(BackendUnavailableError) as caught:
        store.append("k", said("quartz"))
    assert caught.value.outcome == "not written"
    assert store.read("k") == entries


def test_a_file_is_not_made_without_knowing_its_space(
    served: Callable[[OpenAiServer], VectorSqliteStore], path: Path
) -> None:
    with OpenAiServer(dimension=DIMENSION) as server:
        server.misbehave(Fault.UNAUTHORIZED)
        with pytest.raises(BackendUnavailableError):
            served(server)
    assert not path.exists()


def test_no_verb_asks_the_service_inside_a_transaction(
    served: Callable[[OpenAiServer], VectorSqliteStore], raw: sqlite3.Connection
) -> None:
    with OpenAiServer(dimension=DIMENSION) as server:
        served(server).append("k", said("kiwi"))
        server.misbehave(Fault.UNAUTHORIZED, times=1)
        store = served(server)  # which has not learnt its space
        seen = len(server.requests)
        raw.execute("BEGIN EXCLUSIVE")
        asked = Thread(target=store.remove, args=("k", ["one"]))
        asked.start()
        while len(server.requests) == seen:
            assert asked.is_alive()
            time.sleep(0.01)
        raw.execute("ROLLBACK")
        asked.join()
    assert len(store.read("k")) == 1
