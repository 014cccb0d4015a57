"""Real processes: they do their jobs at once, die when killed, and tell what went wrong."""

from functools import partial
from pathlib import Path

import pytest
from file_store import FileStore
from loom_conformance import BrokenPromiseError, Trial
from loom_conformance.child import Job
from loom_conformance.children import children
from loom_conformance.threads import at_once

PAIRS = [[f"{at}-a", f"{at}-b"] for at in range(50)]


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(partial(FileStore, tmp_path / "lists"))


def test_children_do_their_jobs(trial: Trial) -> None:
    jobs = [Job("append", trial.pickled(), key, PAIRS) for key in "ab"]
    with children(jobs) as started:
        for child in started:
            child.go()
        for child in started:
            child.finish()
    assert [len(trial.store.read(key)) for key in "ab"] == [100, 100]


def test_a_killed_child_leaves_what_it_had_acknowledged(trial: Trial) -> None:
    with children([Job("append", trial.pickled(), "k", PAIRS * 100)]) as [child]:
        child.go()
        killed = child.kill_in(7)
    assert killed.acknowledged >= 7
    assert len(trial.store.read("k")) // 2 - killed.acknowledged in {0, 1}


def test_a_child_that_fails_says_why(trial: Trial) -> None:
    with children([Job("replace", trial.pickled(), "k", PAIRS)]) as [child]:
        child.go()
        with pytest.raises(BrokenPromiseError, match="AttributeError: 'FileStore' object has no"):
            child.finish()


def test_a_child_that_died_by_itself_was_not_killed(trial: Trial) -> None:
    with children([Job("replace", trial.pickled(), "k", PAIRS)]) as [child]:
        child.go()
        with pytest.raises(BrokenPromiseError, match="AttributeError"):
            child.kill_in(30)


def test_what_a_thread_raises_is_told_by_the_one_that_waits() -> None:
    def refuse() -> None:
        raise OSError("no")

    with pytest.raises(BrokenPromiseError, match="OSError: no"):
        at_once([refuse, int])


def test_watchers_look_until_the_jobs_are_done() -> None:
    looks: list[int] = []
    at_once([int], meanwhile=[lambda: looks.append(1)])
    assert looks


def test_threads_that_wait_for_each_other_are_a_broken_promise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from threading import Event

    monkeypatch.setattr("loom_conformance.threads.PATIENCE_SECONDS", 0.2)
    with pytest.raises(BrokenPromiseError, match="threads that wait for each other"):
        at_once([Event().wait])
