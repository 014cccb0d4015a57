"""The command as a reader of the README types it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from loom_conformance import Fault, OpenAiServer

FOLDER = Path(__file__).parent.parent


def started(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "runbook_recall", *arguments],
        cwd=FOLDER,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def run(*arguments: str, **variables: str) -> str:
    done = started(*arguments, **variables)
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
    done = started("Which disk is full?", store)
    assert done.returncode == 1
    assert "[replay-diverged]\n  here: --execution NAME begins another" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("Which disk is full?", "--store=memory://")])
@pytest.mark.parametrize(
    ("fault", "code"),
    [(Fault.SERVER_ERROR, "[chat-unavailable]"), (Fault.NOT_JSON, "[chat-reply]")],
)
def test_a_model_that_fails_is_a_message(
    openai_server: OpenAiServer, arguments: tuple[str, ...], fault: Fault, code: str
) -> None:
    openai_server.reply("Never sent.")
    openai_server.misbehave(fault)
    done = started(*arguments, OPENAI_BASE_URL=openai_server.url)
    assert done.returncode == 1
    assert done.stderr.count("hint: ") == 1
    assert done.stderr.endswith(f"{code}\n")


def test_one_s_own_runbooks_are_read_again_when_they_change(tmp_path: Path) -> None:
    page = tmp_path / "tea.md"
    options = (f"--store=sqlite:///{tmp_path / 'desk.db'}", f"--runbooks={tmp_path}")
    done = started("What about tea?", *options)
    assert (done.returncode, done.stderr.startswith("no runbooks in")) == (1, True)
    page.write_text("## Tea\n\nTea is green.\n")
    assert run("What about tea?", *options).startswith("Tea is green.\n  from tea.md#Tea\n")
    page.write_text("## Tea\n\nTea is black.\n")
    assert run("What about tea?", *options).endswith("(replayed)\n")
    assert run("What about tea?", *options, "--execution=2").startswith("Tea is black.\n")


def test_an_interrupt_is_no_traceback(openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.SLOW, seconds=60)
    child = subprocess.Popen(
        [sys.executable, "-m", "runbook_recall", "Which disk is full?", "--store=memory://"],
        cwd=FOLDER,
        env={**os.environ, "OPENAI_BASE_URL": openai_server.url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not openai_server.requests:
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    assert child.communicate() == ("", "")
    assert child.returncode == 130
