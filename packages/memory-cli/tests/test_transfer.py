"""``dump``, ``load`` and ``copy``: every list, in order, as often as one likes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Invoke = Callable[..., Result]

LINES = "".join(
    json.dumps({"key": key, "entry": {"content": content, "id": f"{key}-{content}"}}) + "\n"
    for key, content in [("a", "café"), ("a", "\u4e2d"), ("b", "three")]
)


@pytest.fixture
def memory(invoke: Invoke, acme: str) -> Invoke:
    """Run ``loom memory VERB --store URL ...``."""

    def run(verb: str, *arguments: str, stdin: str = "") -> Result:
        return invoke("memory", verb, "--store", acme, *arguments, stdin=stdin)

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lines.jsonl"
    path.write_text(LINES)
    return path


def read(memory: Invoke, key: str) -> list[str]:
    entries = json.loads(memory("read", key, "--json").stdout)["entries"]
    return [entry["content"] for entry in entries]


def test_what_is_dumped_can_be_loaded(memory: Invoke, invoke: Invoke, acme: str) -> None:
    memory("load", "-", stdin=LINES)
    dumped = memory("dump")
    assert (dumped.exit_code, dumped.stderr) == (0, "Wrote 3 entries of 2 keys.\n")
    assert [json.loads(line) for line in dumped.stdout.splitlines()] == [
        json.loads(line) for line in LINES.splitlines()
    ]
    other = acme.replace("acme.jsonl", "other.jsonl")
    invoke("memory", "load", "--store", other, "-", stdin=dumped.stdout)
    assert invoke("memory", "dump", "--store", other).stdout == dumped.stdout


def test_loading_twice_changes_nothing(memory: Invoke, file: Path) -> None:
    first = json.loads(memory("load", str(file), "--json").stdout)
    assert (first["keys"], first["entries"], first["written"]) == (2, 3, 3)
    before = memory("dump").stdout
    again = memory("load", str(file), "--json")
    assert json.loads(again.stdout)["written"] == 0
    assert again.stderr == "3 entries of 2 keys: wrote 0.\n"
    assert memory("dump").stdout == before


def test_a_load_that_was_cut_off_is_continued(memory: Invoke, file: Path) -> None:
    memory("load", "-", stdin=LINES.splitlines(keepends=True)[0])
    assert json.loads(memory("load", str(file), "--json").stdout)["written"] == 2
    assert read(memory, "a") == ["café", "\u4e2d"]


def test_another_list_is_refused_with_the_first_line_that_differs(
    memory: Invoke, file: Path
) -> None:
    memory("append", "b", "mine")
    refused = memory("load", str(file))
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "key 'b' holds 1 entries that differ from the file's, first at line 3" in refused.stderr
    assert "--append" in refused.stderr
    assert read(memory, "b") == ["mine"]


def test_append_puts_the_new_list_behind_the_stored_one(memory: Invoke, file: Path) -> None:
    memory("append", "b", "mine")
    assert memory("load", str(file), "--append").exit_code == 0
    assert memory("load", str(file), "--append").exit_code == 0
    assert read(memory, "b") == ["mine", "three"]


def test_replace_puts_the_new_list_in_its_place(memory: Invoke, file: Path) -> None:
    memory("append", "b", "mine")
    loaded = memory("load", str(file), "--replace")
    assert (loaded.exit_code, loaded.stderr.splitlines()[1]) == (0, "Replaced 1 list.")
    assert read(memory, "b") == ["three"]


def test_append_and_replace_exclude_each_other(memory: Invoke, file: Path) -> None:
    refused = memory("load", str(file), "--append", "--replace")
    assert refused.exit_code == 2
    assert "not both" in refused.stderr


def test_a_line_that_is_none_is_named_and_nothing_is_written(memory: Invoke) -> None:
    refused = memory("load", "-", stdin=f"{LINES}hello\n")
    assert refused.exit_code == 2
    assert "line 4: " in refused.stderr
    assert memory("keys").exit_code == 3, "the store was not even created"


def test_a_file_that_is_not_there_is_usage(memory: Invoke, tmp_path: Path) -> None:
    assert memory("load", str(tmp_path / "none.jsonl")).exit_code == 2


def test_dump_of_a_prefix(memory: Invoke) -> None:
    memory("load", "-", stdin=LINES)
    assert [
        json.loads(line)["key"] for line in memory("dump", "--prefix", "b").stdout.splitlines()
    ] == ["b"]


def test_a_dump_into_a_file_appears_when_it_is_whole(memory: Invoke, tmp_path: Path) -> None:
    out = tmp_path / "dump" / "out.jsonl"
    out.parent.mkdir()
    memory("load", "-", stdin=LINES)
    assert memory("dump", "--out", str(out)).stdout == ""
    whole = out.read_text(encoding="utf-8")
    assert whole == memory("dump").stdout
    memory("append", "a", "corrupt")
    assert memory("dump", "--out", str(out)).exit_code == 1
    assert out.read_text(encoding="utf-8") == whole
    assert list(out.parent.iterdir()) == [out]


def test_a_dump_into_a_folder_that_is_not_there(memory: Invoke, tmp_path: Path) -> None:
    memory("load", "-", stdin=LINES)
    refused = memory("dump", "--out", str(tmp_path / "none" / "out.jsonl"))
    assert refused.exit_code == 3
    assert f"No such file or directory: '{tmp_path / 'none' / 'out.jsonl'}'" in refused.stderr
    assert "hint: check the path" in refused.stderr


def test_skip_corrupt_saves_the_rest_and_counts(memory: Invoke) -> None:
    memory("load", "-", stdin=LINES)
    memory("append", "a", "corrupt", "after")
    assert memory("dump").exit_code == 1
    saved = memory("dump", "--skip-corrupt")
    assert saved.exit_code == 1
    contents = [json.loads(line)["entry"]["content"] for line in saved.stdout.splitlines()]
    assert contents == ["café", "\u4e2d", "after", "three"]
    assert "Left out 1 corrupt row" in saved.stderr


def test_copy_makes_the_lists_equal_and_leaves_other_keys(invoke: Invoke, acme: str) -> None:
    other = acme.replace("acme.jsonl", "other.jsonl")
    invoke("memory", "load", "--store", acme, "-", stdin=LINES)
    invoke("memory", "append", "--store", other, "z", "stays")
    copied = invoke("memory", "copy", acme, other, "--json")
    assert (copied.exit_code, json.loads(copied.stdout)["written"]) == (0, 3)
    assert json.loads(invoke("memory", "copy", acme, other, "--json").stdout)["written"] == 0
    assert invoke("memory", "keys", "--store", other).stdout == "a\nb\nz\n"
    assert invoke("memory", "copy", other, acme, "--prefix", "z").exit_code == 0
    assert (
        invoke("memory", "dump", "--store", acme).stdout
        == invoke("memory", "dump", "--store", other).stdout
    )


def test_copy_that_leaves_rows_out_says_so(invoke: Invoke, acme: str) -> None:
    other = acme.replace("acme.jsonl", "other.jsonl")
    invoke("memory", "append", "--store", acme, "k", "one", "corrupt", "two")
    assert invoke("memory", "copy", acme, other).exit_code == 1
    copied = invoke("memory", "copy", acme, other, "--skip-corrupt", "--json")
    assert (copied.exit_code, json.loads(copied.stdout)["corrupt"]) == (1, 1)
    assert invoke("memory", "search", "--store", other, "k", "two").exit_code == 0


def test_copy_from_a_store_that_is_not_there(invoke: Invoke, acme: str, tmp_path: Path) -> None:
    other = acme.replace("acme.jsonl", "other.jsonl")
    refused = invoke("memory", "copy", acme, other)
    assert refused.exit_code == 3
    assert not (tmp_path / "other.jsonl").exists()
