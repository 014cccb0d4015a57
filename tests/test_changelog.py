"""A package that changed in silence is named, and nothing else is."""

import subprocess
from pathlib import Path

import pytest
from check_changelog import silent_packages


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=test", "-c", "user.email=test@example.invalid")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def write(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with one released package, ``a``, and one that was never released, ``b``."""
    git(tmp_path, "init", "--quiet")
    for name in ("a", "b"):
        write(tmp_path / "packages" / name / "pyproject.toml")
        write(tmp_path / "packages" / name / "changelog.d" / "README.md", "What goes here")
        write(tmp_path / "packages" / name / "src" / "module.py")
    write(tmp_path / "packages" / "b" / "changelog.d" / "+first.added.md", "It exists.")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Start")
    git(tmp_path, "tag", "loom-a-v0.1.0")
    return tmp_path


def test_an_unchanged_package_needs_no_news(root: Path) -> None:
    assert silent_packages(root) == []


def test_a_changed_source_needs_news(root: Path) -> None:
    write(root / "packages" / "a" / "src" / "module.py", "x = 1\n")
    assert silent_packages(root) == ["packages/a"]
    write(root / "packages" / "a" / "changelog.d" / "+x.added.md", "x is there.")
    assert silent_packages(root) == []


def test_a_new_file_is_a_change(root: Path) -> None:
    write(root / "packages" / "a" / "src" / "other.py", "x = 1\n")
    assert silent_packages(root) == ["packages/a"]


def test_a_package_that_was_never_released_needs_news(root: Path) -> None:
    (root / "packages" / "b" / "changelog.d" / "+first.added.md").unlink()
    assert silent_packages(root) == ["packages/b"]


def test_a_change_may_be_compared_with_a_commit(root: Path) -> None:
    write(root / "packages" / "b" / "src" / "module.py", "x = 1\n")
    assert silent_packages(root) == []
    assert silent_packages(root, since="HEAD") == ["packages/b"]
