"""A process that is killed in a rewrite, a promotion or a summary, and what the next one finds."""

import json
import subprocess
import sys
from pathlib import Path
from signal import SIGKILL

import pytest
from loom_memory_core import MemoryEntry, opened
from loom_memory_runtime import MemoryRuntime, Policies, TierPolicy

POLICIES: Policies = {"working": TierPolicy(max_entries=3)}
PROGRAM = Path(__file__).parent / "programs" / "die_at.py"
THREE = ["append", "read", "clear"]

OLD, EVICTED, SUMMED = list("abcde"), list("cde"), ["a+b+c", "d", "e"]

FOUND = {
    ("evict", "remove", "before"): (OLD, []),
    ("evict", "remove", "after"): (EVICTED, []),
    ("evict", "replace", "before"): (OLD, []),
    ("evict", "replace", "after"): (EVICTED, []),
    ("evict", "clear", "before"): (OLD, []),
    ("evict", "clear", "after"): ([], []),
    ("promote", "append", "before"): (OLD, []),
    ("promote", "append", "after"): (OLD, ["a", "b"]),
    ("promote", "remove", "after"): (EVICTED, ["a", "b"]),
    ("promote", "replace", "before"): (OLD, ["a", "b"]),
    ("promote", "replace", "after"): (EVICTED, ["a", "b"]),
    ("promote", "clear", "before"): (OLD, ["a", "b"]),
    ("promote", "clear", "after"): ([], ["a", "b"]),
    ("summarise", "clear", "before"): (OLD, []),
    ("summarise", "clear", "after"): ([], []),
    ("summarise", "replace", "before"): (OLD, []),
    ("summarise", "replace", "after"): (SUMMED, []),
}
"""What is in the working and the episodic list after a death before or after a call."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with opened(url) as store:
        store.append("working/s", [MemoryEntry(content=each, id=each) for each in OLD])
    return url


def lists(url: str) -> tuple[list[object], list[object]]:
    with opened(url) as store:
        working, episodic = store.read("working/s"), store.read("episodic/s")
    return [each.content for each in working], [each.content for each in episodic]


def die(url: str, work: str, verb: str, moment: str) -> None:
    verbs = {*THREE, "get", verb} - ({"get"} if verb == "clear" else set())
    arguments = json.dumps([work, verb, moment, sorted(verbs)])
    done = subprocess.run([sys.executable, PROGRAM, url, arguments], check=False)
    assert done.returncode == -SIGKILL


@pytest.mark.parametrize(("work", "verb", "moment"), FOUND, ids=" ".join)
def test_a_death_leaves_what_the_verb_promises(url: str, work: str, verb: str, moment: str) -> None:
    die(url, work, verb, moment)
    assert lists(url) == FOUND[work, verb, moment]


@pytest.mark.parametrize(
    ("verb", "moment"), [("append", "after"), ("remove", "before"), ("replace", "before")]
)
def test_the_same_promotion_afterwards_duplicates_nothing(url: str, verb: str, moment: str) -> None:
    die(url, "promote", verb, moment)
    with opened(url) as store:
        runtime = MemoryRuntime(store, policies=POLICIES)
        assert runtime.promote("working", "episodic", "s", store.read("working/s")[:2]) == 0
    assert lists(url) == (EVICTED, ["a", "b"])


def test_the_same_summary_afterwards_says_nothing_twice(url: str) -> None:
    die(url, "summarise", "replace", "after")
    with opened(url) as store:
        runtime = MemoryRuntime(store, policies=POLICIES)
        assert runtime.summarize("working", "s", lambda _: "again") is None
    assert lists(url) == (SUMMED, [])
