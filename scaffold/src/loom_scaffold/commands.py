"""``loom plugin new``: the package of a new plugin."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click
from loom_memory_cli import Exit, Failure, counted, json_option, print_json, printable_line, say

if TYPE_CHECKING:
    from loom_scaffold.project import Project


@click.group()
def new() -> None:
    """Begin a plugin of your own."""


@new.command()
@click.argument("name")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    default=Path(),
    help="The folder in which the new one will lie; the current one unless given.",
)
@click.option("--author", help="Who writes it: a name, or 'NAME <ADDRESS>'.")
@click.option(
    "--license",
    "license_id",
    default="Apache-2.0",
    metavar="ID",
    help="What it is licensed under: Apache-2.0, BSD-3-Clause, MIT or MPL-2.0; the first unless "
    "given.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing.")
@json_option
def memory(
    name: str, *, into: Path, author: str | None, license_id: str, dry_run: bool, as_json: bool
) -> None:
    """Write a complete package for a memory backend whose URLs begin with NAME.

    The folder is called loom-memory-NAME, and it appears whole or not at all. Its tests pass
    before anything is changed; store.py is where to begin.
    """
    from loom_scaffold.errors import ScaffoldError  # noqa: PLC0415 - not needed for the help
    from loom_scaffold.project import memory_project  # noqa: PLC0415 - as above

    try:
        project = memory_project(name, author=author, license_id=license_id)
        folder = project.folder(into) if dry_run else project.write(into)
    except ScaffoldError as error:
        hint = f"{error.hint} [{error.code}]"
        raise Failure(error.message, hint=hint, exit_code=Exit.USAGE) from error
    if as_json:
        _print_report(project, folder, written=not dry_run)
    elif dry_run:
        _print_tree(project, folder)
    else:
        _print_next_steps(project, folder)


def _print_report(project: "Project", folder: Path, *, written: bool) -> None:
    from loom_scaffold.report import NewProjectReport  # noqa: PLC0415 - only for --json

    files = list(project.files)
    print_json(NewProjectReport(folder=folder.as_posix(), files=files, written=written))


def _print_tree(project: "Project", folder: Path) -> None:
    from loom_scaffold.tree import tree_lines  # noqa: PLC0415 - only for --dry-run

    for line in tree_lines(folder.as_posix(), project.files):
        click.echo(printable_line(line))
    say(f"{counted(len(project.files), 'file')} would be written.")


def _print_next_steps(project: "Project", folder: Path) -> None:
    click.echo(printable_line(folder.as_posix()))
    say(
        f"Wrote {counted(len(project.files), 'file')}. Type next, in an environment of its own:\n\n"
        f"  cd {shlex.quote(folder.as_posix())}\n"
        "  pip install --editable '.[test]'\n"
        "  pytest\n"
        "  loom plugin check .\n\n"
        f"Then open src/{project.name.module}/store.py."
    )
