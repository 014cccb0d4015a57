"""The stages of CI: every one runs, the failed ones are named, and what is missing is said."""

import sys
from pathlib import Path

import check
import interpreters
import pytest

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture
def only_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that has one supported Python and lacks another."""
    monkeypatch.setattr(interpreters, "VERSIONS", (HERE, "3.99"))


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_a_shim_that_leads_nowhere_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path / "shims" / "python3.98", "echo 'command not found' >&2; exit 127")
    good = script(tmp_path / "bin" / "python3.98", "echo 3.98")
    monkeypatch.setenv("PATH", f"{tmp_path}/shims:{tmp_path}/bin")
    assert interpreters.find("3.98") == good


def test_a_python_off_the_path_is_found_under_pyenv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = script(tmp_path / "versions" / "3.98.1" / "bin" / "python3.98", "echo 3.98")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert interpreters.find("3.98") == good
    assert interpreters.reachable_path(("3.98", "3.99")) == f"{good.parent}:{tmp_path}"


def test_a_python_that_is_not_there_is_none() -> None:
    assert interpreters.find("3.99") is None


@pytest.mark.usefixtures("only_this_python")
def test_every_stage_runs_and_the_failed_ones_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def hatch(*arguments: str) -> int:
        asked.append(arguments[1])
        return 3 if arguments[1].endswith(":types") else 0

    assert check.run(hatch, []) == 1
    assert [each.rpartition(":")[2] for each in asked] == [
        *("test", "lint", "layout", "types", "imports", "changelog", "build", "wheels", "strangers")
    ]
    shown = capsys.readouterr().out
    assert "=== types: FAILED with exit code 3" in shown
    assert shown.endswith("8 of 9 stages passed\nFAILED: types\n")


@pytest.mark.usefixtures("only_this_python")
def test_a_missing_python_is_said_loudly(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.run(lambda *_: 0, ["lint"]) == 0
    assert "!! Python 3.99 was not found: its tests are SKIPPED" in capsys.readouterr().out


@pytest.mark.usefixtures("only_this_python")
def test_an_unknown_stage_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.run(lambda *_: 0, ["speed"]) == 2
    assert "hint: use test lint" in capsys.readouterr().out
