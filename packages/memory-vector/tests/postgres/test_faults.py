"""Several processes, processes that are killed, connections that drop, and indexes out of step."""

from collections.abc import Callable
from subprocess import Popen
from typing import Any

import psycopg
import pytest
from loom_memory_core import BackendUnavailableError, MemoryEntry, Problem, resolve
from loom_memory_vector.postgres.backend import VECTOR_POSTGRES
from loom_memory_vector.postgres.store import VectorPostgresStore

Opener = Callable[..., VectorPostgresStore]
Program = Callable[..., Popen[str]]
Embedded = Callable[[], list[str]]
Raw = psycopg.Connection[tuple[Any, ...]]

SIZE = 20

WORDS = "kiwi mango granite basalt quartz fig lime pear plum slate".split()  # noqa: SIM905


def said(*texts: str) -> list[MemoryEntry]:
    return [MemoryEntry(content=text) for text in texts]


def test_another_process_is_searched_as_it_writes(opener: Opener, program: Program) -> None:
    store = opener()
    children = [program("append_forever.py", SIZE) for _ in range(2)]
    for _ in range(5):
        for child in children:
            assert child.stdout is not None
            number = int(child.stdout.readline())
            assert len(store.search("k", f"w{number}x{SIZE - 1}")) >= 1
    for child in children:
        child.kill()
        child.wait()
    assert len(store.read("k")) % SIZE == 0
    assert store.inspect(check=True).problems == ()
    whole = [entry.content for entry in store.read("k")]
    for text in whole[:: 3 * SIZE]:
        assert len(store.search("k", str(text))) == whole.count(text)


@pytest.mark.parametrize("attempt", range(3))
def test_a_kill_leaves_rows_and_vectors_in_step(
    opener: Opener, program: Program, raw: Raw, attempt: int
) -> None:
    child = program("append_forever.py", SIZE)
    assert child.stdout is not None
    returned = [int(child.stdout.readline()) for _ in range(attempt + 1)][-1]
    child.kill()
    child.wait()
    store = opener()
    entries = store.read("k")
    assert len(entries) % SIZE == 0
    assert len(entries) >= returned * SIZE
    assert store.inspect(check=True).problems == ()
    assert raw.execute("SELECT count(*) FROM loom.loom_vectors").fetchone() == (len(entries),)
    assert len(store.search("k", f"w{returned}x0")) == 1


@pytest.mark.parametrize("verb", ["append", "search", "replace"])
def test_a_dropped_connection_is_said_once_and_the_next_call_works(
    store: VectorPostgresStore, raw: Raw, verb: str
) -> None:
    calls: dict[str, Callable[[], object]] = {
        "append": lambda: store.append("k", said("mango")),
        "search": lambda: store.search("k", "kiwi"),
        "replace": lambda: store.replace("k", said("kiwi", "quartz")),
    }
    store.append("k", said("kiwi"))
    raw.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with pytest.raises(BackendUnavailableError, match="did not answer") as caught:
        calls[verb]()
    assert caught.value.outcome == "not written"
    assert [entry.content for entry in store.read("k")] == ["kiwi"]
    calls[verb]()
    assert store.inspect(check=True).problems == ()


def repair(url: str) -> list[Problem]:
    assert VECTOR_POSTGRES.repair is not None
    return VECTOR_POSTGRES.repair(
        resolve(f"{url}?embedder=recorded_embedder:first&min_score=0.75").options
    )


@pytest.mark.parametrize(
    ("damage", "kind", "again"),
    [
        ("DELETE FROM loom.loom_vectors WHERE seq = 4", "index-row-missing", 1),
        ("UPDATE loom.loom_vectors SET seq = 99 WHERE seq = 4", "index-row-surplus", 0),
        ("UPDATE loom.loom_vectors SET key = 'none' WHERE seq = 4", "index-row-surplus", 0),
        ("UPDATE loom.loom_vectors SET digest = '\\x00' WHERE seq = 4", "index-row-differs", 1),
    ],
    ids=range(4),
)
def test_damage_is_found_and_mended(
    opener: Opener, url: str, raw: Raw, embedded: Embedded, damage: str, kind: str, again: int
) -> None:
    store = opener()
    store.append("k", said(*WORDS))
    store.append("other", said(*WORDS[:3]))
    embedded()
    raw.execute(damage.encode())
    found = store.inspect(check=True).problems
    assert kind in {problem.kind for problem in found}
    assert repair(url) == list(found)
    assert len(embedded()) == again
    assert store.inspect(check=True).problems == ()
    for word in WORDS:
        assert [hit.entry.content for hit in store.search("k", word)] == [word]


def test_a_corrupt_row_is_set_aside_with_its_vector(
    store: VectorPostgresStore, url: str, raw: Raw, embedded: Embedded
) -> None:
    store.append("k", said(*WORDS))
    embedded()
    raw.execute("UPDATE loom.loom_entries SET entry = '{bad' WHERE seq = 4")
    assert [problem.kind for problem in repair(url)] == ["corrupt-entry"]
    assert embedded() == []
    assert store.inspect(check=True).problems == ()
    assert store.search("k", WORDS[3]) == []
