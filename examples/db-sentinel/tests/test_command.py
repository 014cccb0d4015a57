"""The command as a reader of the README types it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from loom_conformance import Fault, OpenAiServer

FOLDER = Path(__file__).parent.parent
ALERT = '{"id": "1", "at": "2026-11-30T00:00:00Z", "host": "db-7", "check": "tea", "text": "tea"}\n'


def run(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "sentinel", *arguments],
        cwd=FOLDER,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_command_watches_the_night() -> None:
    done = run()
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "29 Nov 22:20  db-7  page  lock waits on payments: 60 queries" in lines
    assert "              learnt: locks on db-7, 3 alerts" in lines
    assert "(replayed)" not in done.stdout


def test_a_configured_model_judges(openai_server: OpenAiServer, tmp_path: Path) -> None:
    log = tmp_path / "alerts.jsonl"
    log.write_text(ALERT)
    openai_server.reply("Page: drink it.")
    done = run(str(log), OPENAI_BASE_URL=openai_server.url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("30 Nov 00:00  db-7  page  tea\n              drink it.\n")


@pytest.mark.parametrize(
    ("fault", "code"),
    [(Fault.SERVER_ERROR, "[chat-unavailable]"), (Fault.NOT_JSON, "[chat-reply]")],
)
def test_a_model_that_fails_is_a_message(
    openai_server: OpenAiServer, fault: Fault, code: str
) -> None:
    openai_server.reply("Never sent.")
    openai_server.misbehave(fault)
    done = run(OPENAI_BASE_URL=openai_server.url)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(f"{code}\n")
    assert "Traceback" not in done.stderr


def test_a_model_s_url_that_is_none_is_a_message() -> None:
    done = run(OPENAI_BASE_URL="nonsense")
    assert done.returncode == 1
    assert done.stderr.startswith("the base URL of the chat model")


@pytest.mark.parametrize("line", ["not json", "", '{"id": "1"}'])
def test_a_line_that_is_no_alert_is_named(tmp_path: Path, line: str) -> None:
    log = tmp_path / "alerts.jsonl"
    log.write_text(f"{ALERT}{line}\n")
    done = run(str(log))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"line 2 of {log} is no alert: ")


def test_a_log_may_be_absent_or_empty(tmp_path: Path) -> None:
    log = tmp_path / "alerts.jsonl"
    absent = run(str(log))
    assert (absent.returncode, absent.stdout) == (1, "")
    assert absent.stderr.endswith(f"No such file or directory: '{log}'\n")
    assert "Traceback" not in absent.stderr
    log.write_text("")
    empty = run(str(log))
    assert (empty.returncode, empty.stdout, empty.stderr) == (0, "", "")


def test_an_interrupt_is_no_traceback(openai_server: OpenAiServer) -> None:
    openai_server.misbehave(Fault.SLOW, seconds=60)
    child = subprocess.Popen(
        [sys.executable, "-m", "sentinel"],
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
