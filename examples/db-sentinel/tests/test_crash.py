"""A sentinel that is killed in the middle goes on where it was, and nothing happens twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from loom_memory_core import opened
from loom_memory_runtime import DecisionLog, TieredMemory

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


def test_one_command_watches_the_night() -> None:
    done = run()
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "29 Nov 22:20  db-7  page  lock waits on payments: 60 queries" in lines
    assert "              learnt: locks on db-7, 3 alerts" in lines
    assert "(replayed)" not in done.stdout


@pytest.mark.parametrize("alert", ["a-101", "a-104"])
def test_a_crash_in_the_middle_costs_nothing(store_url: str, tmp_path: Path, alert: str) -> None:
    if store_url == "memory://":
        pytest.skip("nothing outlives the process")
    untouched = f"sqlite:///{tmp_path / 'untouched.db'}"
    whole = run("--store", untouched)
    crashed = run("--store", store_url, "--crash-at", alert)
    assert crashed.returncode == -9
    assert whole.stdout.startswith(crashed.stdout)
    resumed = run("--store", store_url)
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.replace("  (replayed)", "") == whole.stdout
    assert resumed.stdout.count("(replayed)") == int(alert[-1]) - 1
    assert held(store_url) == held(untouched)


def test_every_alert_has_its_decisions(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sentinel.db'}"
    assert run("--store", url).returncode == 0
    with opened(url) as store:
        decisions = DecisionLog(store).decisions("alert/a-104")
    verbs = [each.name.split()[0] for each in decisions]
    assert verbs == [
        *("recall_relevant", "recall_relevant", "recall", "verdict"),
        *("remember", "remember", "recall"),
    ]
