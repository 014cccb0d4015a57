"""The runner of documentation blocks: what is right passes, and what is wrong cannot."""

from pathlib import Path

import pytest
from doc_blocks import Reader, blocks, pages


def run(folder: Path, text: str) -> Reader:
    page = folder / "page.md"
    page.write_text(text)
    reader = Reader(folder)
    for block in blocks(page):
        reader.run(block)
    return reader


def test_python_blocks_share_a_namespace(tmp_path: Path) -> None:
    reader = run(tmp_path, "```python\nx = 2\n```\ntext\n```python\ny = x * 21\n```\n")
    assert reader.module.y == 42


def test_a_failing_python_block_fails_at_the_line_of_the_page(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as failure:
        run(tmp_path, "# Title\n\n```python\nx = 1\nassert x == 2\n```\n")
    last = failure.traceback[-1]
    assert (Path(str(last.path)).name, last.lineno + 1) == ("page.md", 5)


def test_console_commands_share_folder_and_variables(tmp_path: Path) -> None:
    run(
        tmp_path,
        "```console\n$ mkdir inside && cd inside\n$ export WORD='two words'\n```\n"
        '```console\n$ echo "$WORD" > file\n```\n'
        "```console\n$ cat ../inside/file\ntwo words\n```\n",
    )
    assert (tmp_path / "inside" / "file").read_text() == "two words\n"


def test_a_diff_changes_a_file_where_the_shell_is(tmp_path: Path) -> None:
    run(
        tmp_path,
        "```console\n$ mkdir inside && cd inside\n$ printf 'one\\ntwo\\n' > file\n```\n"
        "```diff\n--- a/file\n+++ b/file\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n```\n",
    )
    assert (tmp_path / "inside" / "file").read_text() == "one\n2\n"


def test_a_diff_that_does_not_fit_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("three\n")
    with pytest.raises(AssertionError, match="git apply"):
        run(tmp_path, "```diff\n--- a/file\n+++ b/file\n@@ -1,1 +1,1 @@\n-two\n+2\n```\n")


def test_a_command_that_fails_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"page\.md:1: exit code 3: exit 3"):
        run(tmp_path, "```console\n$ exit 3\n```\n")


def test_output_that_differs_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"(?s)shows\nhallo\n.*printed\nhello\n"):
        run(tmp_path, "```console\n$ echo hello\nhallo\n```\n")


def test_output_on_stderr_is_seen(tmp_path: Path) -> None:
    run(tmp_path, "```console\n$ echo talk >&2\ntalk\n```\n")


def test_three_dots_stand_for_anything(tmp_path: Path) -> None:
    run(tmp_path, "```console\n$ printf 'one\\ntwo\\nthree\\n'\none\n...\nthree\n```\n")


@pytest.mark.parametrize(
    "typed",
    ["$ echo one \\\n  two\n", "$ cat <<END\n> one two\n> END\n"],
    ids=["backslash", "prompt"],
)
def test_a_command_may_span_lines(tmp_path: Path, typed: str) -> None:
    run(tmp_path, f"```console\n{typed}one two\n```\n")


def test_loom_is_the_one_of_this_environment(tmp_path: Path) -> None:
    import sys

    run(
        tmp_path,
        f'```console\n$ dirname "$(command -v python)"\n{Path(sys.executable).parent}\n```\n',
    )


def test_other_languages_are_only_read(tmp_path: Path) -> None:
    run(tmp_path, "```text\n$ exit 1\n```\n```toml\nnot = toml = at all\n```\n```\nplain\n```\n")


def test_a_block_names_its_service(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python title='requires postgres'\n```\n```python title=notes.py\n```\n")
    assert [block.requires for block in blocks(page)] == ["postgres", None]


@pytest.mark.parametrize("info", ['python title="requires postgers"', "python requires=postgres"])
def test_a_misspelt_requirement_is_refused(tmp_path: Path, info: str) -> None:
    with pytest.raises(ValueError, match=r"page\.md:2: .*\n.*title=.requires SERVICE.*postgres"):
        run(tmp_path, f"\n```{info}\n```\n")


def test_an_indented_fence_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="would never run"):
        run(tmp_path, "!!! note\n\n    ```python\n    raise SystemExit\n    ```\n")


def test_a_console_block_begins_with_a_prompt(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="begins with"):
        run(tmp_path, "```console\nloom demo\n```\n")


def test_pages_are_found_in_every_place(tmp_path: Path) -> None:
    names = ["README.md", "CONTRIBUTING.md", "docs/index.md", "docs/adr/0001.md"]
    names += ["packages/memory-core/README.md", "scaffold/README.md"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [str(page.relative_to(tmp_path)) for page in pages(tmp_path)]
    assert sorted(found) == sorted(names)
