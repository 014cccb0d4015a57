"""Broken distributions as a user has them: built into wheels, and installed beside a good one.

The command line's own tests try more kinds of them, as folders on the path.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from check_wheels import UV, build, run
from members import ROOT

pytestmark = pytest.mark.stranger

Loom = Callable[..., subprocess.CompletedProcess[str]]

HOOK = """
from pydantic import BaseModel
from loom_memory_core import Backend, StoreUrl, hookimpl

class Options(BaseModel):
    url: StoreUrl

@hookimpl
def loom_memory_backend():
    return {given}
"""

CONTRACT_2 = (
    'Backend(name="{name}", options=Options, open=print, summary="s", contract="2.0", '
    'matching="terms", verbs=())'
)


class Attack(NamedTuple):
    """The code of a plugin module, and what is said of it."""

    code: str
    cause: str


ATTACKS = {
    "bolt-raises": Attack("raise RuntimeError('out of luck')", "RuntimeError: out of luck"),
    "bolt-syntax": Attack("def", "SyntaxError"),
    "bolt-exits": Attack("import sys; sys.exit(0)", "SystemExit: 0"),
    "bolt-hangs": Attack("import threading; threading.Event().wait()", "no answer within 5"),
    "bolt-type": Attack(HOOK.format(given="'hello'"), "which is not a Backend"),
    "bolt-future": Attack(
        HOOK.format(given=CONTRACT_2.format(name="bolt-future")), "built for contract 2.0"
    ),
    "bolt-library": Attack("import bolt_nowhere", "No module named 'bolt_nowhere'"),
}
"""By the name of the distribution, which is the scheme, too."""

PYPROJECT = """
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "3.1"
dependencies = ["loom-memory-core"]

[project.entry-points."loom.memory"]
{name} = "{module}.plugin"

[project.entry-points."loom.commands"]
"{name}" = "{module}.plugin:command"
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with Loom's wheels, a backend of ours, and every broken one."""
    folder = tmp_path_factory.mktemp("strangers")
    for member in ("memory-core", "memory-cli", "memory-sqlite"):
        build(ROOT / "packages" / member, folder / "wheels")
    broken = [broken_wheel(folder, name) for name in ATTACKS]
    python = folder / "environment" / "bin" / "python"
    run(*UV, "venv", "--quiet", "--python", sys.executable, folder / "environment")
    wanted: list[str | Path] = ["loom-memory-cli", "loom-memory-sqlite", *broken]
    links = ("--find-links", folder / "wheels", "--constraints", ROOT / "constraints.txt")
    run(*UV, "pip", "install", "--quiet", "--python", python, *links, *wanted)
    return folder / "environment"


def broken_wheel(folder: Path, name: str) -> Path:
    """A wheel whose plugin module is what the attack says."""
    project, module = folder / name, name.replace("-", "_")
    package = project / "src" / module
    package.mkdir(parents=True)
    (project / "pyproject.toml").write_text(PYPROJECT.format(name=name, module=module))
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text(ATTACKS[name].code)
    return build(project, folder / "wheels")


@pytest.fixture
def loom(environment: Path, tmp_path: Path) -> Loom:
    """Type the command that the wheel has installed, in an empty folder."""
    ours = ("PYTHON", "LOOM_", "VIRTUAL_ENV")
    variables = {name: each for name, each in os.environ.items() if not name.startswith(ours)}

    def type_it(*arguments: str) -> subprocess.CompletedProcess[str]:
        program = str(environment / "bin" / "loom")
        return subprocess.run(
            [program, *arguments],
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )

    return type_it


def recovery(loom: Loom, folder: Path) -> Iterator[subprocess.CompletedProcess[str]]:
    """What somebody does whose memory must be saved from a broken environment."""
    store = ("--store", "sqlite:///memory.db")
    yield loom("--help")
    yield loom("memory", "append", "k", "kept", *store)
    yield loom("memory", "search", "k", "kept", *store)
    yield loom("memory", "info", "--check", *store)
    dumped = loom("memory", "dump", *store)
    yield dumped
    (folder / "dump.jsonl").write_text(dumped.stdout)
    yield loom("memory", "load", "dump.jsonl", "--store", "sqlite:///other.db")


def listed(loom: Loom, kind: str) -> dict[str, dict[str, Any]]:
    """What ``loom plugin list`` says, by distribution."""
    done = loom("plugin", "list", "--json")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    return {each["distribution"]: each for each in json.loads(done.stdout)[kind]}


def test_the_command_starts_and_the_good_backend_is_unhurt(loom: Loom, tmp_path: Path) -> None:
    for done in recovery(loom, tmp_path):
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done


@pytest.mark.parametrize("kind", ["backends", "commands"])
def test_each_is_named_with_its_version_its_cause_and_what_helps(loom: Loom, kind: str) -> None:
    found = listed(loom, kind)
    told = {name: found[name] for name in ATTACKS}
    assert {each["version"] for each in told.values()} == {"3.1"}
    assert {name for name, each in found.items() if each["error"]} == set(broken_as(kind))
    for name, attack in broken_as(kind).items():
        assert attack.cause in told[name]["error"]
        assert f"pip install --upgrade {name}" in told[name]["hint"]


def broken_as(kind: str) -> dict[str, Attack]:
    """The attacks, by what is said of them as backends or as commands."""
    lacking = dict.fromkeys(("bolt-type", "bolt-future"), Attack("", "command"))
    return ATTACKS if kind == "backends" else ATTACKS | lacking


@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "bolt-hangs"])
def test_whoever_asks_for_it_is_told(loom: Loom, name: str) -> None:
    """But for the one that hangs: who opens a store waits for its module, as Python does."""
    refused = loom("memory", "read", "k", "--store", f"{name}://x")
    assert (refused.returncode, "Traceback" in refused.stderr) == (3, False), refused
    assert ATTACKS[name].cause in " ".join(refused.stderr.split())


def test_what_is_uninstalled_is_forgotten(loom: Loom, environment: Path) -> None:
    python = environment / "bin" / "python"
    wheel = next((environment.parent / "wheels").glob("bolt_raises-*.whl"))
    run(*UV, "pip", "uninstall", "--quiet", "--python", python, "bolt-raises")
    assert "bolt-raises" not in listed(loom, "backends")
    run(*UV, "pip", "install", "--quiet", "--python", python, "--no-deps", wheel)
    assert "bolt-raises" in listed(loom, "backends")
