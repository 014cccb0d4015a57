"""What is written lints, type-checks and passes its own tests, as it is."""

import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from loom_scaffold import memory_project

NAMES = ("acme", "couch-db", "s3", "class", "a", "m" * 24, "abcdefgh-ijklmnop-qrst-y")
"""The shortest and the longest, with and without words, one that is a word of Python."""

LOOMS_RULES = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture
def folder(name: str, tmp_path: Path) -> Path:
    return memory_project(name, author="Ada Lovelace <ada@example.org>").write(tmp_path)


def run(folder: Path, *command: str, **variables: str) -> str:
    """What a tool prints; a failure of it fails the test."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_it_is_linted_by_its_own_rules_and_by_looms(folder: Path) -> None:
    for rules in ((), ("--config", str(LOOMS_RULES))):
        run(folder, "ruff", "check", "--no-cache", *rules)
        run(folder, "ruff", "format", "--no-cache", "--check", *rules)


@pytest.mark.parametrize("name", NAMES[:2])
def test_it_is_strictly_typed(folder: Path, tmp_path: Path) -> None:
    run(folder, "mypy", "--cache-dir", str(tmp_path / "cache"), MYPYPATH=str(folder / "src"))


@pytest.mark.parametrize("name", NAMES[:1])
def test_what_was_remembered_while_trying_it_is_not_published(folder: Path, tmp_path: Path) -> None:
    for name in ("notes.db", "notes.db-wal", "notes.db-shm"):
        (folder / name).write_text("likes tea")
    run(folder, "uv", "build", "--quiet", "--sdist", "--out-dir", str(tmp_path))
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert [name for name in names if "notes" in name] == []
    assert len(names) > 10


@pytest.mark.parametrize("name", NAMES[:2])
def test_its_own_tests_pass(name: str, folder: Path, tmp_path: Path) -> None:
    """With the metadata that an installation would write; the real one has a stage of its own."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    info = tmp_path / "site" / f"{project['name'].replace('-', '_')}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1.0\n"
    )
    plugin = project["entry-points"]["loom.memory"][name]
    (info / "entry_points.txt").write_text(f"[loom.memory]\n{name} = {plugin}\n")
    path = os.pathsep.join([str(info.parent), str(folder / "src")])
    said = run(folder, "pytest", "-p", "no:cacheprovider", PYTHONPATH=path, PYTEST_ADDOPTS="")
    assert "level core: " in said
    assert " failed" not in said
