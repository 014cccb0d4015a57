"""A package appears whole or not at all, and never over something."""

import errno
import re
import subprocess
import sys
from pathlib import Path

import pytest
from loom_scaffold import ScaffoldError, memory_project
from loom_scaffold.part import part_folder

PROGRAMS = Path(__file__).parent / "programs"


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAMS / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_is_written_is_what_was_planned(tmp_path: Path) -> None:
    project = memory_project("bolt")
    folder = project.write(tmp_path)
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert folder == tmp_path / "loom-memory-bolt"
    assert {
        path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in written
    } == project.files
    assert list(tmp_path.iterdir()) == [folder]


def test_others_may_read_it_as_they_may_read_what_the_user_makes(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    folder = memory_project("bolt").write(tmp_path)
    assert folder.stat().st_mode == (tmp_path / "made").stat().st_mode


@pytest.mark.parametrize("kind", ["folder", "file", "link to nowhere"])
def test_nothing_is_written_over(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "loom-memory-bolt"
    match kind:
        case "folder":
            target.mkdir()
        case "file":
            target.write_text("mine")
        case _:
            target.symlink_to(tmp_path / "nowhere")
    with pytest.raises(ScaffoldError, match="loom-memory-bolt exists"):
        memory_project("bolt").write(tmp_path)
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("kind", ["nothing", "file"])
def test_it_needs_a_folder_to_lie_in(tmp_path: Path, kind: str) -> None:
    into = tmp_path / "into"
    if kind == "file":
        into.write_text("mine")
    with pytest.raises(ScaffoldError, match="into is not a folder"):
        memory_project("bolt").write(into)


def test_a_disk_that_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    done = run("fill_the_disk.py", tmp_path)
    assert (done.stdout, done.stderr) == (f"OSError {errno.EFBIG}\n", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [1, 8, 14])
def test_what_a_kill_leaves_is_no_package_and_the_next_run_takes_it_away(
    tmp_path: Path, number: int
) -> None:
    done = run("die_while_writing.py", tmp_path, number)
    assert done.returncode == -9, done.stderr
    (left,) = tmp_path.iterdir()
    assert re.fullmatch(r"\.loom-memory-bolt-[0-9a-f]{8}\.part", left.name)
    project = memory_project("bolt")
    folder = project.write(tmp_path)
    assert len([path for path in folder.rglob("*") if path.is_file()]) == len(project.files)
    assert list(tmp_path.iterdir()) == [folder]


def test_what_a_living_writer_has_begun_is_left_alone(tmp_path: Path) -> None:
    with part_folder(tmp_path, "loom-memory-bolt") as part:
        (part / "mine").touch()
        folder = memory_project("bolt").write(tmp_path)
        assert (part / "mine").exists()
    assert sorted(tmp_path.iterdir()) == [part, folder]


def test_only_what_a_writer_can_have_left_is_taken_away(tmp_path: Path) -> None:
    mine = [".loom-memory-bolt-mine.part", ".loom-memory-zap-01234567.part", "0123.part"]
    for name in mine:
        (tmp_path / name).mkdir()
    (tmp_path / ".loom-memory-bolt-01234567.part").touch()  # no folder
    memory_project("bolt").write(tmp_path)
    kept = {*mine, ".loom-memory-bolt-01234567.part", "loom-memory-bolt"}
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_of_two_at_once_one_writes_and_the_other_is_refused(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from loom_scaffold import memory_project;"
        "project = memory_project('bolt'); print('ready', flush=True); input();"
        "project.write(Path(sys.argv[1]))"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code, tmp_path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    said = [child.communicate()[1] for child in children]
    assert sorted(child.returncode for child in children) == [0, 1], said
    assert "loom-memory-bolt exists" in "".join(said)
    assert [path.name for path in tmp_path.iterdir()] == ["loom-memory-bolt"]
