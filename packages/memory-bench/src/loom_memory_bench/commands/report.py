"""``loom bench report``: the pages of a report, made again from its JSON."""

from pathlib import Path

import click
from loom_memory_cli import json_option, print_json, printable, say

from loom_memory_bench.commands.output import summary
from loom_memory_bench.report.folder import PAGE, TABLES, read_report, write_pages


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@json_option
def report(*, folder: Path, as_json: bool) -> None:
    """Print the report in FOLDER, and write its report.md and report.html again."""
    found = read_report(folder)
    if folder.is_dir():
        write_pages(found, folder)
        say(f"Wrote {folder / TABLES} and {folder / PAGE}.")
    if as_json:
        print_json(found.without_records())
    else:
        click.echo(printable(summary(found)))
