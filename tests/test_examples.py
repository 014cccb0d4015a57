"""The applications below examples/ work as a stranger would use them: copied, and alone."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from members import ROOT, members, metadata
from packaging.requirements import Requirement
from run_example import examples, main, module_of

EXAMPLES = examples()
PROGRAM = ROOT / "tools" / "run_example.py"

each_example = pytest.mark.parametrize("name", EXAMPLES)


def environment() -> dict[str, str]:
    """This process's, without a model and without what pytest has set for its own workers."""
    foreign = ("OPENAI_", "PYTEST_", "PYTHONPATH", "LOOM_MEMORY_URL", "LOOM_PLUGINS")
    return {name: value for name, value in os.environ.items() if not name.startswith(foreign)}


def project(name: str) -> dict[str, Any]:
    return dict(tomllib.loads((EXAMPLES[name] / "pyproject.toml").read_text())["project"])


def test_there_are_three() -> None:
    assert {"runbook-recall", "incident-war-room", "db-sentinel"} <= EXAMPLES.keys()


@each_example
def test_its_own_tests_pass_in_a_copy(name: str, tmp_path: Path) -> None:
    copy = tmp_path / name
    shutil.copytree(EXAMPLES[name], copy, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=copy,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


@each_example
def test_one_command_runs_it(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), name],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert list(tmp_path.iterdir()) == []
    assert f"\n{name}: ## " in (ROOT / "Makefile").read_text()


def test_an_example_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runbook-recal"]) == 2
    assert "'runbook-recal'\n  hint: use one of db-sentinel" in capsys.readouterr().err


@each_example
def test_its_readme_is_one_screen_and_says_the_command(name: str) -> None:
    text = (EXAMPLES[name] / "README.md").read_text()
    assert text.startswith(f"# {name}\n")
    assert f"make {name} " in text
    assert f"python -m {module_of(EXAMPLES[name])}" in text
    assert len(text.splitlines()) <= 60


@each_example
def test_it_is_no_member_and_takes_the_packages_of_today(name: str) -> None:
    assert EXAMPLES[name] not in members()
    projects = [metadata(each)["project"] for each in members()]
    versions = {each["name"]: each["version"] for each in projects}
    wanted = [Requirement(text) for text in project(name)["dependencies"]]
    loom = [each for each in wanted if each.name.startswith("loom-")]
    assert loom
    assert [str(each) for each in loom if versions[each.name] not in each.specifier] == []
