"""Processes that are killed at a call of a real store, and what the next process finds."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from signal import SIGKILL

import pytest
from loom_memory_core import opened
from loom_memory_knowledge import Knowledge, SentenceExtractor, Turn
from loom_memory_runtime import utc_now
from store_faults import SCOPE, said, unfindable

PROGRAM = Path(__file__).parents[1] / "programs" / "die_in_knowledge.py"
TOOLS = Path(__file__).parents[4] / "tools"

CALLS = {
    "edit": (3, 4, 5, 6),
    "fact": (7, 9, 10),
    "turns": (2, 5, 6, 8),
    "consolidate": (4, 6, 11, 17),
}
"""Before which calls: round the one that writes the truth, and some others."""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, url_of: Callable[[str], str]) -> str:
    url = url_of(request.param)
    with opened(url) as store:
        knowledge = Knowledge(store, SCOPE)
        knowledge.import_markdown("# db-7\n\nRuns on alpha.\n", "/db-7")
        knowledge.remember("Ada is on call.", about="person:Ada")
        turns = [
            Turn("Ada", "I drink oolong tea every day."),
            Turn("Bob", "I sail on lakes often."),
        ]
        knowledge.add(turns, session="s1", item="i1")
    return url


def late() -> datetime:
    """A clock for whom the lease of the dead one has ended."""
    return utc_now() + timedelta(hours=1)


def run(url: str, what: str, call: int) -> int:
    variables = {**os.environ, "PYTHONPATH": str(TOOLS)}
    command = [sys.executable, str(PROGRAM), url, what, str(call)]
    return subprocess.run(command, env=variables, check=False).returncode


@pytest.mark.parametrize(
    ("what", "call"), [(what, call) for what, calls in CALLS.items() for call in calls]
)
def test_a_killed_process_loses_nothing_and_is_repeated(url: str, what: str, call: int) -> None:
    assert run(url, what, call) == -SIGKILL
    with opened(url) as store:
        assert unfindable(store) == []
        assert Knowledge(store, SCOPE, clock=late).reindex().missing == 0
        if what == "consolidate":
            Knowledge(store, SCOPE, clock=late).consolidate(SentenceExtractor())
    if what != "consolidate":
        assert run(url, what, 10_000) == 0
    with opened(url) as store:
        assert unfindable(store) == []
        texts = said(store)
        assert len(texts) == len(set(texts))
        expected = {
            "edit": "Runs on beta.",
            "fact": "Zoe pays Bob.",
            "turns": "So it is.",
            "consolidate": "Bob: I sail on lakes often.",
        }
        assert any(expected[what] in text for text in texts)
