"""Run a page's code blocks as its reader would: `python` and `console`, in order, in one folder.

A `diff` is what the reader changes in a file by hand; it is applied where the shell is.

A block may name a service in its title, which the site shows: ```` ```python title="requires
postgres" ````. Whoever runs it sets the service's variable first (see ``SERVICES``). Blocks in
any other language, such as `text`, are only read.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from run_example import examples

SERVICES: Final = {
    "postgres": "DATABASE_URL",
    "openai": "OPENAI_BASE_URL",
    "wheels": "PIP_FIND_LINKS",
}
"""What a block may require, and the variable that tells the block where it is."""

OPTIONS: Final = {"title", "hl_lines", "linenums"}
"""What the site understands after the language; anything else would break the block there."""

TIMEOUT_SECONDS: Final = 300

SHELL: Final = """
if [ -e "$1" ]; then . "$1"; fi
trap 'code=$?; { export -p; printf "cd %q\\n" "$PWD"; } > "$1"; exit $code' EXIT
eval "$2"
"""
"""Runs one command; its variables and its folder are kept for the next one."""


class Block(NamedTuple):
    """One fenced block of a page."""

    page: Path
    line: int
    """The line of the opening fence, counted from 1."""

    language: str
    requires: str | None
    """The service that it needs, if it needs one."""

    source: str


def pages(root: Path) -> list[Path]:
    """Every page whose blocks are promised to run."""
    patterns = (
        "README.md",
        "CONTRIBUTING.md",
        "docs/**/*.md",
        "packages/*/README.md",
        "scaffold/README.md",
    )
    found = [page for pattern in patterns for page in sorted(root.glob(pattern))]
    return found + [folder / "README.md" for folder in examples(root / "examples").values()]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of ``page``, in order; ValueError for one that could not be understood."""
    text = page.read_text(encoding="utf-8")
    fences = [token for token in MarkdownIt().parse(text) if token.type == "fence"]
    opened = len(re.findall(r"^[ \t>]*```[a-z]", text, flags=re.MULTILINE))
    if opened != sum(token.markup == "```" and bool(token.info) for token in fences):
        raise ValueError(f"{page}: a fence is indented or unclosed, so its block would never run")
    return [_block(page, token) for token in fences]


def _block(page: Path, fence: Token) -> Block:
    line = (fence.map or [0])[0] + 1
    language, *options = shlex.split(fence.info) or ["text"]
    named = dict(option.partition("=")[::2] for option in options)
    service = named.get("title", "").partition("requires ")[2] or None
    if not named.keys() <= OPTIONS or service not in {None, *SERVICES}:
        hint = f'after the language, use title="requires SERVICE"; services: {", ".join(SERVICES)}'
        raise ValueError(f"{page}:{line}: {fence.info!r} is not understood\n  hint: {hint}")
    return Block(page, line, language, service, fence.content)


class Reader:
    """Somebody who types a page's blocks in one folder, and expects what the page shows.

    Python blocks share one namespace and run in this process, whose current folder must be
    ``folder``; console blocks share a shell's variables.
    """

    def __init__(self, folder: Path) -> None:
        self.module: Final = ModuleType("__main__")
        self._folder = folder

    def run(self, block: Block) -> None:
        """Run one block; AssertionError, or what its Python raises, if it is wrong."""
        if block.language == "python":
            padded = "\n" * block.line + block.source
            exec(compile(padded, block.page, "exec", dont_inherit=True), self.module.__dict__)  # noqa: S102
        elif block.language == "console":
            for command, expected in _commands(block):
                self._type(command, expected, place=f"{block.page}:{block.line}")
        elif block.language == "diff":
            self._type("git apply -", "", place=f"{block.page}:{block.line}", typed=block.source)

    def _type(self, command: str, expected: str, *, place: str, typed: str = "") -> None:
        done = subprocess.run(
            ["bash", "-c", SHELL, "bash", self._folder / ".shell", command],
            cwd=self._folder,
            env=_environment(),
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"{place}: exit code {done.returncode}: {command}\n{done.stdout}")
        wanted, printed = _trimmed(expected), _trimmed(done.stdout)
        if wanted and not OutputChecker().check_output(wanted, printed, ELLIPSIS):
            shown = f"--- the page shows\n{wanted}--- it printed\n{printed}"
            raise AssertionError(f"{place}: {command}\n{shown}")


def _commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block, and the output that the page shows below it."""
    before, *typed = re.split(r"^\$ ", block.source, flags=re.MULTILINE)
    if before.strip():
        raise AssertionError(f"{block.page}:{block.line}: a console block begins with `$ `")
    for part in typed:
        lines = part.splitlines(keepends=True)
        rest = iter(range(1, len(lines)))
        end = next((n for n in rest if not _continues(lines[n - 1], lines[n])), len(lines))
        command = "".join(line.removeprefix("> ") for line in lines[:end])
        yield command.rstrip("\n"), "".join(lines[end:])


def _continues(line: str, following: str) -> bool:
    return line.endswith("\\\n") or following.startswith("> ")


def _environment() -> dict[str, str]:
    """This process's, without what only a developer has set, and with its `loom` first."""
    developers = {"LOOM_MEMORY_URL", "LOOM_PLUGINS", "HATCH_ENV_ACTIVE"}
    kept = {name: value for name, value in os.environ.items() if name not in developers}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", os.defpath)])
    return {**kept, "PATH": path, "NO_COLOR": "1", "COLUMNS": "80", "TERM": "dumb"}


def _trimmed(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").splitlines())
