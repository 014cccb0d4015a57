"""An execution replays to the same prompt, whatever has become of the corpus."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from loom_memory_core import MemoryEntry, MemoryStore, copy, opened, taint
from loom_memory_runtime import TieredMemory, tier_key

CORPUS = tier_key("semantic", "team/db")
PROGRAMS = Path(__file__).parent / "programs"


def handle(memory: TieredMemory) -> tuple[str, list[str], bool]:
    """The prompt, what it cites, and whether it was replayed."""
    with memory.execution("incident-42") as run:
        steps = run.recall("working", "incident-42", limit=10)
        hits = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=3)
        said = [str(each.content) for each in [*steps, *(hit.entry for hit in hits)]]
        prompt = run.decide("prompt", lambda: "\n".join(said))
        return str(prompt), [hit.entry.id for hit in hits], run.replaying


@pytest.fixture
def first(store: MemoryStore) -> tuple[str, list[str], bool]:
    memory = TieredMemory(store)
    for at in range(20):
        page = taint(f"page {at}: db-7 is down when {at} disks fail", origin=f"wiki/{at}")
        memory.remember("semantic", "team/db", page, role="runbook")
    memory.remember("working", "incident-42", "the pager rang")
    first = handle(memory)
    assert (len(first[1]), first[2]) == (3, False)
    return first


def check(store: MemoryStore, first: tuple[str, list[str], bool]) -> None:
    assert handle(TieredMemory(store)) == (*first[:2], True)


def test_after_the_corpus_was_deleted(
    store: MemoryStore, first: tuple[str, list[str], bool]
) -> None:
    store.clear(CORPUS)
    store.clear(tier_key("working", "incident-42"))
    check(store, first)


def test_after_the_corpus_grew_a_thousandfold(
    store: MemoryStore, first: tuple[str, list[str], bool]
) -> None:
    for at in range(20):
        page = [MemoryEntry(content=f"db-7 is down, down, down {at} {n}") for n in range(1_000)]
        store.append(CORPUS, page)
    fresh = TieredMemory(store).execution("other")
    found = fresh.recall_relevant("semantic", "team/db", "db-7 is down", limit=3)
    assert {hit.entry.id for hit in found}.isdisjoint(first[1])
    check(store, first)


@pytest.fixture
def others(tmp_path: Path, other_postgres_url: str) -> Iterator[list[MemoryStore]]:
    """An empty store of each backend."""
    urls = ["memory://", f"sqlite:///{tmp_path / 'other.db'}", other_postgres_url]
    with ExitStack() as stack:
        yield [stack.enter_context(opened(url)) for url in urls]


def test_after_it_moved_to_another_backend(
    store: MemoryStore, first: tuple[str, list[str], bool], others: list[MemoryStore]
) -> None:
    for other in others:
        copy(store, other)
        other.clear(CORPUS)
        check(other, first)


def run(program: str, url: str, *arguments: str) -> str:
    return subprocess.check_output([sys.executable, PROGRAMS / program, url, *arguments], text=True)


def test_an_agent_that_restarts_remembers(shared_url: str) -> None:
    assert run("agent.py", shared_url, "I drink green tea") == "I know nothing yet.\n"
    assert run("agent.py", shared_url, "What do I drink?") == "You said: I drink green tea\n"
