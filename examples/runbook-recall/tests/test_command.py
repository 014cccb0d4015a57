"""The command as a reader of the README types it."""

import os
import subprocess
import sys
from pathlib import Path

from loom_conformance import OpenAiServer

FOLDER = Path(__file__).parent.parent


def run(*arguments: str, **variables: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "runbook_recall", *arguments],
        cwd=FOLDER,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tour_shows_one_answer_twice() -> None:
    _, first, again = run().split("\n\n", maxsplit=2)
    first = first.removesuffix("\n(decided now)")
    assert "  from failover.md#How to fail over" in first.splitlines()
    assert again.partition("\n\n")[2] == f"{first}\n(replayed)\n"


def test_a_restart_replays_and_another_execution_does_not(tmp_path: Path) -> None:
    store = f"--store=sqlite:///{tmp_path / 'desk.db'}"
    question = "Which certificates expire, and when?"
    first = run(question, store)
    assert "expire every March" in first
    assert first.endswith("(decided now)\n")
    assert run(question, store, "--forget") == first.replace("(decided now)", "(replayed)")
    assert run(question, store, "--forget", "--execution=other").startswith("The runbooks do not")


def test_a_configured_model_is_asked(tmp_path: Path, openai_server: OpenAiServer) -> None:
    openai_server.reply("In March [1].")
    store = f"--store=sqlite:///{tmp_path / 'desk.db'}"
    said = run("When do certificates expire?", store, OPENAI_BASE_URL=openai_server.url)
    assert said == "In March [1].\n  from connections.md#Certificates\n(decided now)\n"


def test_another_question_is_an_error_with_a_hint(tmp_path: Path) -> None:
    store = f"--store=sqlite:///{tmp_path / 'desk.db'}"
    run("Which certificates expire?", store)
    done = subprocess.run(
        [sys.executable, "-m", "runbook_recall", "Which disk is full?", store],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "[replay-diverged]" in done.stderr
