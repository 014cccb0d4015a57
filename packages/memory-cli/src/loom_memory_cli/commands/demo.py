"""``loom demo``: a memory that is still there after the process that wrote it has ended."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from loom_memory_cli.shell_command import pasteable, path_line
from loom_memory_cli.stores import store_language

if TYPE_CHECKING:
    from loom_memory_core import SearchableStore

_KEY: Final = "runbook"
_QUESTIONS: Final = (
    "how do I fail over the orders database",
    "disk is full of logs",
    "a customer was charged twice",
    "chocolate cake recipe",
)
"""The last one is not about anything in the runbook."""


@click.command()
@click.option(
    "--path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("loom-demo.db"),
    show_default=True,
    help="The SQLite file to write; what it holds already is kept.",
)
def demo(*, path: Path) -> None:
    """See a memory outlive the process that wrote it.

    Writes a small runbook into one SQLite file, ends the process, opens the file again and
    asks. Running it twice is fine: no note is written twice.
    """
    from loom_memory_core import StoreUrl, opened, require  # noqa: PLC0415 - not needed for the help

    url = StoreUrl("sqlite", path=f"/{path.as_posix()}").with_secrets()
    click.echo(f"1. A process of its own writes a runbook into {path}.\n")
    _write(url)
    click.echo(f"\n2. It has ended. Process {os.getpid()} opens the file and asks.\n")
    with opened(url) as store:
        for question in _QUESTIONS:
            _ask(require(store, "search"), question, language=store_language(url))
    _print_next_steps(url, path)


def _write(url: str) -> None:
    writer = subprocess.run(
        [sys.executable, "-P", "-m", "loom_memory_cli.demo_writer", url],
        stdout=subprocess.PIPE,
        check=False,
    )
    if writer.returncode:
        raise click.exceptions.Exit(writer.returncode)
    click.echo(writer.stdout, nl=False)


def _ask(store: "SearchableStore", question: str, *, language: str) -> None:
    from loom_memory_cli.hit_view import print_hits  # noqa: PLC0415 - not needed for the help

    click.echo(f"> {question}")
    hits = store.search(_KEY, question, limit=2)
    print_hits(hits, question, language=language)
    click.echo("" if hits else "    Nothing matches, so nothing is found.\n")


def _print_next_steps(url: str, path: Path) -> None:
    store = ["--store", url]
    steps = [
        ["memory", "search", *store, _KEY, "certificate", "expired"],
        ["memory", "append", *store, "notes", "Ada looks after the edge"],
        ["memory", "info", *store],
        ["memory", "dump", *store, "--out", str(path.with_suffix(".jsonl"))],
    ]
    click.echo("3. Type next:\n")
    for line in filter(None, (path_line(), *map(pasteable, steps))):
        click.echo(f"  {line}")
