"""``loom demo``: written by one process, found by another, and what it says to type works."""

import re
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Loom = Callable[..., CompletedProcess[str]]


@pytest.fixture
def shown(loom: Loom, sqlite: None) -> str:  # noqa: ARG001 - the demo's store
    done = loom("demo")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def next_steps(shown: str) -> list[str]:
    """The lines that the demo says to type, whole."""
    return [line.strip() for line in shown.partition("Type next:")[2].splitlines() if line.strip()]


def test_one_process_writes_and_another_finds(shown: str, tmp_path: Path) -> None:
    (writer,) = re.findall(r"Process (\d+) wrote 52 notes", shown)
    (reader,) = re.findall(r"Process (\d+) opens the file", shown)
    assert writer != reader
    assert [path.name for path in tmp_path.glob("loom-demo*")] == ["loom-demo.db"]


def test_each_question_finds_what_it_is_about(shown: str) -> None:
    first, *others = re.split(r"^> .*\n", shown, flags=re.MULTILINE)[1:]
    assert "*Failing* *over* the *orders* *database*" in first
    assert "the last six *disk*-*full* pages" in others[0]
    assert "A *customer* *charged* *twice*" in others[1]
    assert "Nothing matches, so nothing is found." in others[2]
    assert not re.search(r"\d\.\d{3}", others[2].partition("Type next")[0])


def test_it_fits_80_columns(shown: str) -> None:
    assert max(map(len, shown.partition("Type next:")[0].splitlines())) <= 80
    assert re.search(r"^ 1  \d\.\d{3}  dba  ", shown, flags=re.MULTILINE)


def test_what_it_says_to_type_works_when_pasted(shown: str, tmp_path: Path) -> None:
    script = "set -e\n" + "\n".join(next_steps(shown))
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "Error" in done.stderr) == (0, False), done.stderr
    assert "*certificate*" in done.stdout
    assert (tmp_path / "loom-demo.jsonl").read_text().count("\n") == 53


def test_it_says_how_to_find_the_command_only_where_that_is_needed(
    loom: Loom, sqlite: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sqlite is None
    monkeypatch.delenv("HATCH_ENV_ACTIVE", raising=False)
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    assert next_steps(loom("demo", PATH=path).stdout)[0].startswith("loom memory search ")
    elsewhere = next_steps(loom("demo", PATH="/usr/bin:/bin").stdout)
    assert elsewhere[0].startswith("export PATH=")
    # hatch gives one command a PATH that the shell does not have.
    inside = next_steps(loom("demo", PATH=path, HATCH_ENV_ACTIVE="demo").stdout)
    assert inside == elsewhere


def test_running_it_again_writes_nothing_twice_and_keeps_what_came(shown: str, loom: Loom) -> None:
    assert shown
    store = ["--store", "sqlite:///loom-demo.db"]
    loom("memory", "append", *store, "runbook", "my own note")
    again = loom("demo")
    assert again.returncode == 0
    assert "wrote 0 notes" in again.stdout
    assert "my own note" in loom("memory", "read", *store, "runbook").stdout


@pytest.mark.parametrize("name", ["it's 100%.db", "ü?a#b&c=d@e.db"])
def test_any_path_will_do(loom: Loom, sqlite: None, tmp_path: Path, name: str) -> None:
    assert sqlite is None
    path = tmp_path / name
    done = loom("demo", "--path", str(path))
    assert done.returncode == 0, done.stderr
    assert path.exists()
    script = "set -e\n" + "\n".join(next_steps(done.stdout))
    pasted = subprocess.run(["/bin/sh", "-c", script], capture_output=True, check=False)
    assert pasted.returncode == 0, pasted.stderr
    assert path.with_suffix(".jsonl").exists()


def test_without_the_backend_it_says_which_extra_to_install(loom: Loom, tmp_path: Path) -> None:
    done = loom("demo", LOOM_PLUGINS="memory")
    assert done.returncode == 3
    assert "hint: " in done.stderr
    assert "sqlite" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "loom-demo.db").exists()


def test_the_notes_are_many_and_varied() -> None:
    from loom_memory_cli.demo_writer import notes

    entries = notes().read("runbook")
    assert len(entries) >= 40
    assert len({entry.id for entry in entries}) == len(entries)
    assert len({entry.role for entry in entries}) >= 5
    assert all(entry.timestamp for entry in entries)
    assert any(not isinstance(entry.content, str) for entry in entries)
    assert files("loom_memory_cli").joinpath("data", "runbook.jsonl").is_file()
