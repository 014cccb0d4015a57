"""A sentinel that is killed in the middle goes on where it was, and nothing happens twice."""

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from loom_memory_core import InMemoryStore, MemoryEntry, MemoryStore, opened
from loom_memory_runtime import DecisionLog, TieredMemory
from sentinel.alert import AlertClock, alerts
from sentinel.judge import RuleJudge
from sentinel.notes import load
from sentinel.watch import Handled, Sentinel

FOLDER = Path(__file__).parent.parent


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "sentinel", *arguments],
        cwd=FOLDER,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )


def held(url: str) -> list[list[object]]:
    """What the tiers that keep everything hold, without ids and times."""
    with opened(url) as store:
        runtime = TieredMemory(store).runtime
        lists = [runtime.store.read(f"{tier}/db-7") for tier in ("episodic", "semantic")]
        return [[(entry.content, entry.meta) for entry in found] for found in lists]


@pytest.mark.parametrize("alert", ["a-101", "a-104"])
def test_a_crash_in_the_middle_costs_nothing(lasting_url: str, tmp_path: Path, alert: str) -> None:
    untouched = f"sqlite:///{tmp_path / 'untouched.db'}"
    whole = run("--store", untouched)
    crashed = run("--store", lasting_url, "--crash-at", alert)
    assert crashed.returncode == -9
    assert whole.stdout.startswith(crashed.stdout)
    resumed = run("--store", lasting_url)
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.replace("  (replayed)", "") == whole.stdout
    assert resumed.stdout.count("(replayed)") == int(alert[-1]) - 1
    assert held(lasting_url) == held(untouched)


def test_every_alert_has_its_decisions(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sentinel.db'}"
    assert run("--store", url).returncode == 0
    with opened(url) as store:
        decisions = DecisionLog(store).decisions("alert/a-104")
    verbs = [each.name.split()[0] for each in decisions]
    assert verbs == [
        *("recall_relevant", "recall_relevant", "recall", "verdict"),
        *("remember", "remember", "recall", "learn"),
    ]


class DyingStore(InMemoryStore):
    """A store whose process dies at one of the moments before and after a write."""

    moments = -1
    """How many are left; there is no last one below 0."""

    def append(self, key: str, entries: Sequence[MemoryEntry]) -> None:
        self._pass()
        super().append(key, entries)
        self._pass()

    def clear(self, key: str) -> None:
        self._pass()
        super().clear(key)
        self._pass()

    def replace(
        self, key: str, entries: Sequence[MemoryEntry], *, expected: Sequence[str] | None = None
    ) -> None:
        self._pass()
        super().replace(key, entries, expected=expected)
        self._pass()

    def remove(self, key: str, ids: Sequence[str]) -> int:  # type: ignore[override]  # of a list
        self._pass()
        removed = super().remove(key, ids)
        self._pass()
        return removed

    def _pass(self) -> None:
        if self.moments == 0:
            raise KeyboardInterrupt
        self.moments -= 1


def watched(store: MemoryStore) -> list[Handled]:
    """What is made of the night, by a process that has just started."""
    log, clock = list(alerts()), AlertClock()
    clock.now = log[0].at
    memory = TieredMemory(store, clock=clock)
    load(memory)
    handled = Sentinel(memory, RuleJudge(), clock=clock).watch(log)
    return [each._replace(replayed=False) for each in handled]


def everything(store: InMemoryStore) -> dict[str, list[object]]:
    """What the store holds beside the log of decisions, without ids and times."""
    keys = [key for key in store.keys() if not key.startswith("loom/")]  # noqa: SIM118 - a verb
    return {key: [(each.content, each.meta) for each in store.read(key)] for key in keys}


def test_no_moment_of_a_crash_costs_anything() -> None:
    untouched = InMemoryStore()
    whole = watched(untouched)
    for moment in count():
        store = DyingStore()
        store.moments = moment
        try:
            watched(store)
        except KeyboardInterrupt:
            store.moments = -1
            assert watched(store) == whole
            assert everything(store) == everything(untouched)
        else:
            break
    assert moment > 60
