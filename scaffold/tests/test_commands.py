"""``loom plugin new memory``, typed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from loom_memory_cli.main import program
from loom_scaffold.license import LICENSES

New = Callable[..., Result]


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> New:
    """Type the command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def type_it(*arguments: str) -> Result:
        return CliRunner().invoke(program(), ["plugin", "new", "memory", *arguments])

    return type_it


def test_the_folder_is_printed_and_the_next_steps_are_said(new: New, tmp_path: Path) -> None:
    done = new("bolt")
    assert (done.exit_code, done.stdout) == (0, "loom-memory-bolt\n")
    assert "cd loom-memory-bolt\n" in done.stderr
    assert "loom plugin check ." in done.stderr
    assert (tmp_path / "loom-memory-bolt" / "pyproject.toml").exists()


def test_another_folder_can_be_named(new: New, tmp_path: Path) -> None:
    (tmp_path / "my work").mkdir()
    done = new("bolt", "--into", "my work", "--author", "Ada <ada@example.org>")
    assert done.stdout == "my work/loom-memory-bolt\n"
    assert "cd 'my work/loom-memory-bolt'\n" in done.stderr
    text = (tmp_path / "my work" / "loom-memory-bolt" / "pyproject.toml").read_text()
    assert '{ name = "Ada", email = "ada@example.org" }' in text


def test_a_licence_can_be_chosen(new: New, tmp_path: Path) -> None:
    assert new("bolt", "--license", "MIT", "--author", "Ada").exit_code == 0
    folder = tmp_path / "loom-memory-bolt"
    assert 'license = "MIT"' in (folder / "pyproject.toml").read_text()
    assert "Copyright (c) Ada\n" in (folder / "LICENSE").read_text()


def test_the_help_names_every_licence_and_which_one_it_is_unless_given(new: New) -> None:
    said = " ".join(new("--help").stdout.split())
    assert f"{', '.join(LICENSES[:-1])} or {LICENSES[-1]}; the first" in said


def test_a_dry_run_shows_the_tree_and_writes_nothing(new: New, tmp_path: Path) -> None:
    done = new("bolt", "--dry-run")
    assert done.exit_code == 0
    assert done.stdout.startswith("loom-memory-bolt\n├── .github\n│   └── workflows\n")
    assert done.stdout.endswith("    ├── test_faults.py\n    └── test_plugin.py\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dry", [True, False])
def test_a_program_can_read_what_was_written(new: New, *, dry: bool) -> None:
    report = json.loads(new("bolt", "--json", *["--dry-run"][: int(dry)]).stdout)
    assert report["schema_version"] == 1
    assert (report["folder"], report["written"]) == ("loom-memory-bolt", not dry)
    assert "src/loom_memory_bolt/store.py" in report["files"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Bolt"], "use 'bolt' [scaffold]"),
        (["sqlite"], "belong to Loom itself"),
        (["bolt", "--author", "<>"], "cannot be an author"),
        (["bolt", "--license", "mit"], "use Apache-2.0, BSD-3-Clause, MIT, MPL-2.0"),
        (["bolt", "--into", "nowhere"], "mkdir -p nowhere"),
        (["bolt", "--into", "nowhere", "--dry-run"], "mkdir -p nowhere"),
        ([], "Missing argument 'NAME'"),
    ],
    ids=["spelling", "taken", "author", "licence", "folder", "dry-run", "nothing"],
)
def test_a_wrong_question_is_exit_code_2_with_a_hint(
    new: New, tmp_path: Path, arguments: list[str], message: str
) -> None:
    done = new(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dry", [True, False])
def test_an_existing_folder_is_refused(new: New, tmp_path: Path, *, dry: bool) -> None:
    (tmp_path / "loom-memory-bolt").mkdir()
    done = new("bolt", *["--dry-run"][: int(dry)])
    assert done.exit_code == 2
    assert "loom-memory-bolt exists, and nothing is written over it" in done.stderr
