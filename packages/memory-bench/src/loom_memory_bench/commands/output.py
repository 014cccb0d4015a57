"""What every run does with its report: a folder, and a summary on stdout."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from loom_memory_cli import print_json, printable, say

from loom_memory_bench.report.folder import PAGE, write_report
from loom_memory_bench.report.report import Report
from loom_memory_bench.report.tables import tables_of
from loom_memory_bench.table import table

Decorated = TypeVar("Decorated", bound=Callable[..., object])

QUICK_RESAMPLES = 1_000

_WIDEST = 100
"""A table that holds a wider cell is left to the page."""


def out_option(command: Decorated) -> Decorated:
    """Give a command ``--out FOLDER``, which arrives as ``out``."""
    option = click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Write report.json, report.md and report.html there.",
    )
    return option(command)


def quick_option(command: Decorated) -> Decorated:
    """Give a command ``--quick``, which arrives as ``quick``."""
    option = click.option(
        "--quick", is_flag=True, help="Small sizes and few resamples: shows that all runs."
    )
    return option(command)


def command_line() -> str:
    """What the user typed, from ``loom`` on, quoted for a shell."""
    context = click.get_current_context()
    return shlex.join(["loom", *context.command_path.split()[1:], *_options(context)])


def _options(context: click.Context) -> list[str]:
    """The options of a command as they would be typed, those left at their defaults left out."""
    words: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if value in (None, (), False) or value == parameter.get_default(context):
            continue
        values = value if parameter.multiple or parameter.nargs != 1 else [value]
        name = [max(parameter.opts, key=len)] if isinstance(parameter, click.Option) else []
        if value is True:
            words += name
        elif parameter.multiple:
            words += [word for each in values for word in (*name, str(each))]
        else:
            words += [*name, *map(str, values)]
    return words


def give(report: Report, *, out: Path | None, as_json: bool) -> None:
    """Write the folder, and print the report without its questions."""
    if out is not None:
        write_report(report, out)
    if as_json:
        print_json(report.without_records())
    else:
        click.echo(printable(summary(report)))
    if out is not None:
        say(f"Wrote {out / PAGE} and what it was made of.")


def summary(report: Report) -> str:
    """The tables that fit a terminal, below the title and the verdict."""
    parts = [report.title, *([report.verdict] if report.verdict else [])]
    for each in tables_of(report):
        cells = [each.rows.head, *each.rows.rows]
        if max(len(cell) for row in cells for cell in row) < _WIDEST:
            note = f"\n{each.note}" if each.note else ""
            parts.append(f"{each.title}\n{table(each.rows.head, each.rows.rows)}{note}")
    return "\n\n".join(parts)
