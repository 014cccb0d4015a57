"""An execution gives the same answer and the same citations when the runbooks are gone."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from loom_memory_core import SearchHit
from loom_memory_runtime import MemoryRuntime, ReplayDivergedError, TieredMemory
from runbook_recall.corpus import load
from runbook_recall.desk import Outcome, RunbookDesk
from runbook_recall.reader import Answer, QuotingReader, Reader

OpenRuntime = Callable[[], AbstractContextManager[MemoryRuntime]]

SCOPE = "team/db"
QUESTION = "db-7 does not answer: how do I fail over to db-8?"


class AbsentReader:
    """Nobody: a replay must not ask."""

    def answer(self, question: str, hits: Sequence[SearchHit]) -> Answer:
        raise AssertionError(f"{question!r} was asked again, with {len(hits)} passages")


def ask(runtime: MemoryRuntime, reader: Reader, question: str = QUESTION) -> Outcome:
    desk = RunbookDesk(TieredMemory(runtime), reader, scope=SCOPE)
    return desk.ask("incident-42", question)


@pytest.fixture
def first(open_runtime: OpenRuntime) -> Outcome:
    """What was answered while the runbooks were there."""
    with open_runtime() as runtime:
        load(TieredMemory(runtime), SCOPE)
        return ask(runtime, QuotingReader())


def test_the_first_answer_comes_from_the_runbooks(first: Outcome) -> None:
    assert not first.replayed
    assert "failover.md#How to fail over" in first.answer.citations
    assert "Promote the standby on db-8 with `pg_ctl promote -D /srv/pg/data`." in (
        first.answer.text.splitlines()
    )


def test_a_replay_without_the_corpus_is_the_same(first: Outcome, open_runtime: OpenRuntime) -> None:
    with open_runtime() as runtime:
        runtime.clear("semantic", SCOPE)
    with open_runtime() as runtime:
        assert runtime.read("semantic", SCOPE) == []
        again = ask(runtime, AbsentReader())
    assert again == Outcome(first.answer, replayed=True)


def test_a_replay_over_another_corpus_is_the_same(
    first: Outcome, open_runtime: OpenRuntime, tmp_path: Path
) -> None:
    (tmp_path / "new.md").write_text("## How do I fail over db-7 to db-8?\n\nYou do not.\n")
    with open_runtime() as runtime:
        runtime.clear("semantic", SCOPE)
        memory = TieredMemory(runtime)
        load(memory, SCOPE, tmp_path)
        assert ask(runtime, AbsentReader()) == Outcome(first.answer, replayed=True)
        new = RunbookDesk(memory, QuotingReader(), scope=SCOPE).ask("incident-43", QUESTION)
    origin = "new.md#How do I fail over db-7 to db-8?"
    assert new == Outcome(Answer(text="You do not.", citations=(origin,)), replayed=False)


def test_another_question_is_not_given_the_old_answer(
    first: Outcome, open_runtime: OpenRuntime
) -> None:
    assert first.answer.text
    with open_runtime() as runtime, pytest.raises(ReplayDivergedError):
        ask(runtime, AbsentReader(), "When do the certificates expire?")


DYING = """
import os, signal, sys
from loom_memory_core import opened
from loom_memory_runtime import MemoryRuntime, TieredMemory
from runbook_recall.corpus import load
from runbook_recall.desk import RunbookDesk

class DyingReader:
    def answer(self, question, hits):
        os.kill(os.getpid(), signal.SIGKILL)

with opened(sys.argv[1]) as store:
    memory = TieredMemory(MemoryRuntime(store))
    load(memory, sys.argv[2])
    RunbookDesk(memory, DyingReader(), scope=sys.argv[2]).ask("incident-42", sys.argv[3])
"""


def test_a_run_that_was_killed_goes_on_with_what_it_had_recalled(
    open_runtime: OpenRuntime, store_url: str
) -> None:
    command = [sys.executable, "-c", DYING, store_url, SCOPE, QUESTION]
    folder = Path(__file__).parent.parent
    assert subprocess.run(command, cwd=folder, check=False).returncode == -9
    with open_runtime() as runtime:
        runtime.clear("semantic", SCOPE)
    with open_runtime() as runtime:
        outcome = ask(runtime, QuotingReader())
        assert not outcome.replayed
        assert "failover.md#How to fail over" in outcome.answer.citations
        assert ask(runtime, AbsentReader()) == Outcome(outcome.answer, replayed=True)


def test_loading_twice_loads_once(open_runtime: OpenRuntime) -> None:
    with open_runtime() as runtime:
        load(TieredMemory(runtime), SCOPE)
        loaded = runtime.read("semantic", SCOPE)
        assert len(loaded) == 9
        load(TieredMemory(runtime), SCOPE)
        assert runtime.read("semantic", SCOPE) == loaded


def test_half_a_load_is_mended(open_runtime: OpenRuntime) -> None:
    with open_runtime() as runtime:
        memory = TieredMemory(runtime)
        load(memory, SCOPE)
        whole = [entry.content for entry in runtime.read("semantic", SCOPE)]
        runtime.clear("semantic", SCOPE)
        memory.remember("semantic", SCOPE, whole[0], role="runbook")
        load(memory, SCOPE)
        assert [entry.content for entry in runtime.read("semantic", SCOPE)] == whole
