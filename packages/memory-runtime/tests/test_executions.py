"""Executions of real processes: killed and resumed, two at once, and long ones."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry, opened
from loom_memory_runtime import DecisionLog, ReplayDivergedError
from loom_memory_runtime.decision import Decision, decision_entry

if TYPE_CHECKING:
    from conftest import PlainStore

Together = Callable[..., None]

STEPS = 30


def run_on(url: str, *, kill_after: int | None = None) -> list[tuple[int, str, bool]]:
    """What the program told before it ended, or before it was killed at some moment."""
    program = Path(__file__).parent / "programs" / "decide_on.py"
    command = [sys.executable, str(program), url, json.dumps([STEPS])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = []
        for line in child.stdout:
            told.append(line)
            if len(told) == kill_after:
                child.kill()
    complete = [line for line in told if line.endswith("\n")]
    return [(at, value, replayed) for at, value, replayed in map(json.loads, complete)]


def test_a_killed_execution_goes_on_where_it_was(shared_url: str) -> None:
    used: dict[int, str] = {}
    for kill_after in sorted(random.sample(range(1, STEPS), 3)):
        told = run_on(shared_url, kill_after=kill_after)
        assert len(told) >= kill_after
        assert all(replayed for at, _, replayed in told if at in used)
        assert all(used.setdefault(at, value) == value for at, value, _ in told)
    told = run_on(shared_url)
    assert [at for at, _, _ in told] == list(range(STEPS))
    assert all(used.setdefault(at, value) == value for at, value, _ in told)
    with opened(shared_url) as store:
        decisions = DecisionLog(store).decisions("killed")
    assert [each.value for each in decisions] == [used[at] for at in range(STEPS)]


def test_processes_on_one_id_agree(shared_url: str, together: Together) -> None:
    names = ["one", "other", "third"]
    together("decide_some.py", *([name, 40] for name in names))
    with opened(shared_url) as store:
        given = [[each.content for each in store.read(f"given/{name}")] for name in names]
        counted = [each.value for each in DecisionLog(store).decisions("shared")]
    assert given == [counted] * 3
    assert [str(value).split()[1] for value in counted] == [str(at) for at in range(40)]


def test_the_first_in_the_log_counts_for_both(plain_store: "PlainStore") -> None:
    log = DecisionLog(plain_store)
    one, other = log.execution("e"), log.execution("e")
    assert one.decide("a", lambda: "one") == "one"
    assert (other.decide("a", lambda: "other"), other.replaying) == ("one", False)
    assert one.decide("b", lambda: "one") == "one"
    assert one.decide("c", lambda: "one") == "one"
    assert other.decide("b", lambda: "other") == "one"
    assert (other.decide("c", lambda: "other"), other.replaying) == ("one", True)
    assert [(each.name, each.value) for each in log.decisions("e")] == [
        (name, "one") for name in "abc"
    ]


def test_another_name_that_was_first_diverges(plain_store: "PlainStore") -> None:
    log = DecisionLog(plain_store)
    one, other = log.execution("e"), log.execution("e")
    one.decide("a", lambda: 1)
    with pytest.raises(ReplayDivergedError, match=r"'a'.*'b'"):
        other.decide("b", lambda: 2)
    assert [each.name for each in log.decisions("e")] == ["a"]


class CountingStore:
    """The reference store, with a count of the rows that it gave."""

    def __init__(self) -> None:
        self._all = InMemoryStore()
        self.rows = 0
        self.append, self.clear = self._all.append, self._all.clear

    def read(self, key: str, *, limit: int | None = None) -> list[MemoryEntry]:
        found = self._all.read(key, limit=limit)
        self.rows += len(found)
        return found


def test_recording_reads_each_row_about_once() -> None:
    store = CountingStore()
    run = DecisionLog(store).execution("e")
    for at in range(1_000):
        run.decide("step", lambda at=at: at)  # type: ignore[misc]
    assert store.rows < 2 * 1_000


def test_a_hundred_thousand_decisions_replay_in_one_read() -> None:
    store, number = CountingStore(), 100_000
    rows = [decision_entry(Decision(at, "step", at, None)) for at in range(number)]
    store.append("loom/decisions/e", rows)
    with DecisionLog(store).replay("e") as run:
        assert [run.decide("step", list) for _ in range(number)] == list(range(number))
    assert store.rows == number
