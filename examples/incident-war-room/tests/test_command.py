"""The command as a reader of the README types it."""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "war_room", *arguments],
        cwd=FOLDER,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
    )
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
