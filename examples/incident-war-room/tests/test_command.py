"""The command as a reader of the README types it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from loom_conformance import Fault, OpenAiServer

FOLDER = Path(__file__).parent.parent


def started(*arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "war_room", *arguments],
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


def test_one_command_shows_a_plan() -> None:
    said = run()
    assert said.startswith("inc-7: Checkout is slow")
    assert "historian: " in said
    assert "operator: " in said
    assert said.endswith("(decided now)\n")


def test_a_lesson_outlives_the_process(tmp_path: Path) -> None:
    store = f"--store=sqlite:///{tmp_path / 'room.db'}"
    first = run(store)
    assert run(store) == first.replace("(decided now)", "(replayed)")
    learnt = "The migration was cancelled: checkout is slow no more."
    assert run(store, "--resolve", learnt) == "checkout has learnt from inc-7\n"
    assert "incidents/inc-7" in run(store, "--id=inc-9", "--services=checkout")


def test_blanks_around_a_service_are_none_of_it() -> None:
    assert "postmortems/payments-db" in run("--services", " payments-db , checkout")


def test_a_configured_model_is_asked(openai_server: OpenAiServer) -> None:
    openai_server.reply("Like 2025-06.", "Like 2025-06.", "Cancel the migration.")
    assert "\n\nCancel the migration.\n" in run(OPENAI_BASE_URL=openai_server.url)


@pytest.mark.parametrize(
    ("fault", "code"),
    [(Fault.SERVER_ERROR, "[chat-unavailable]"), (Fault.NOT_JSON, "[chat-reply]")],
)
def test_a_model_that_fails_is_a_message(
    openai_server: OpenAiServer, fault: Fault, code: str
) -> None:
    openai_server.reply("Never sent.", "Never sent.")
    openai_server.misbehave(fault)
    done = started(OPENAI_BASE_URL=openai_server.url)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("hint: ") == 1
    assert done.stderr.endswith(f"{code}\n")


def test_another_incident_under_the_same_name_is_an_error(tmp_path: Path) -> None:
    store = f"--store=sqlite:///{tmp_path / 'room.db'}"
    run(store)
    done = started(store, "Search is down")
    assert done.returncode == 1
    assert done.stderr.endswith("[replay-diverged]\n  here: --id NAME begins another\n")
