"""An execution replays to the same prompt, whatever has become of the corpus."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from loom_memory_core import MemoryEntry, MemoryStore, copy, supports, taint
from loom_memory_runtime import TieredMemory, tier_key

CORPUS, STEPS = tier_key("semantic", "team/db"), tier_key("working", "incident-42")
LOG = "loom/decisions/incident-42"
PROGRAMS = Path(__file__).parent / "programs"


def handle(memory: TieredMemory, *, by_search: bool) -> tuple[str, list[str], bool]:
    """The prompt, what it cites, and whether it was replayed."""
    with memory.execution("incident-42") as run:
        steps = run.recall("working", "incident-42", limit=10)
        if by_search:
            hits = run.recall_relevant("semantic", "team/db", "db-7 is down", limit=3)
            pages = [hit.entry for hit in hits]
        else:
            pages = run.recall("semantic", "team/db", limit=3)
        said = [str(each.content) for each in [*steps, *pages]]
        prompt = run.decide("prompt", lambda: "\n".join(said))
        return str(prompt), [page.id for page in pages], run.replaying


class First(NamedTuple):
    """What was handled while the corpus was there."""

    prompt: str
    cited: list[str]
    by_search: bool


@pytest.fixture
def first(store: MemoryStore) -> First:
    memory = TieredMemory(store)
    for at in range(20):
        page = taint(f"page {at}: db-7 is down when {at} disks fail", origin=f"wiki/{at}")
        memory.remember("semantic", "team/db", page, role="runbook")
    memory.remember("working", "incident-42", "the pager rang")
    by_search = supports(store, "search")
    prompt, cited, replayed = handle(memory, by_search=by_search)
    assert (len(cited), replayed) == (3, False)
    return First(prompt, cited, by_search)


def check(store: MemoryStore, first: First) -> None:
    again = handle(TieredMemory(store), by_search=first.by_search)
    assert again == (first.prompt, first.cited, True)


def test_after_the_corpus_was_deleted(store: MemoryStore, first: First) -> None:
    store.clear(CORPUS)
    store.clear(STEPS)
    check(store, first)


def test_after_the_corpus_grew_a_thousandfold(store: MemoryStore, first: First) -> None:
    for at in range(20):
        page = [MemoryEntry(content=f"db-7 is down, down, down {at} {n}") for n in range(1_000)]
        store.append(CORPUS, page)
    with TieredMemory(store).execution("other") as fresh:
        if first.by_search:
            hits = fresh.recall_relevant("semantic", "team/db", "db-7 is down", limit=3)
            found = [hit.entry.id for hit in hits]
        else:
            found = [page.id for page in fresh.recall("semantic", "team/db", limit=3)]
    assert len(found) == 3
    assert set(found).isdisjoint(first.cited)
    check(store, first)


def move(source: MemoryStore, target: MemoryStore) -> None:
    if supports(source, "keys"):
        copy(source, target)
        return
    for key in (CORPUS, STEPS, LOG):  # it is moved by one who knows its keys
        target.append(key, source.read(key))


def test_after_it_moved_to_another_backend(
    store: MemoryStore, first: First, other_store: MemoryStore
) -> None:
    move(store, other_store)
    other_store.clear(CORPUS)
    check(other_store, first)


def run(program: str, url: str, *arguments: str) -> str:
    return subprocess.check_output([sys.executable, PROGRAMS / program, url, *arguments], text=True)


def test_an_agent_that_restarts_remembers(lasting_url: str) -> None:
    assert run("agent.py", lasting_url, "I drink green tea") == "I know nothing yet.\n"
    assert run("agent.py", lasting_url, "What do I drink?") == "You said: I drink green tea\n"
