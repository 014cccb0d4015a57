"""``loom memory info``: what a store holds, and what is wrong with it."""

from typing import TYPE_CHECKING

import click

from loom_memory_cli.exit_codes import Exit
from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.printable import printable_line, shortened
from loom_memory_cli.problem_view import print_problems
from loom_memory_cli.sizes import readable_bytes
from loom_memory_cli.stores import opened_to_read, store_option
from loom_memory_cli.talk import counted, say

if TYPE_CHECKING:
    from loom_memory_core import StoreInfo


@click.command()
@click.option("--check", is_flag=True, help="Look for problems too; exit with 1 if there are any.")
@store_option
@json_option
def info(*, check: bool, url: str, as_json: bool) -> None:
    """Print what the store holds.

    Entries, bytes, indexes, and the counts for each first segment of the keys (before /).
    """
    from loom_memory_core import require  # noqa: PLC0415 - not needed for the help

    with opened_to_read(url) as store:
        found = require(store, "inspect").inspect(check=check)
    if as_json:
        _print_json(found, checked=check)
    else:
        _print_text(found)
    if check:
        say(f"Found {counted(len(found.problems), 'problem')}.")
    if found.problems:
        raise click.exceptions.Exit(Exit.PROBLEMS)


def _print_json(found: "StoreInfo", *, checked: bool) -> None:
    from loom_memory_cli.reports import InfoReport  # noqa: PLC0415 - as above

    print_json(InfoReport.of(found, checked=checked))


def _print_text(found: "StoreInfo") -> None:
    facts = {
        "keys": f"{found.keys:,}",
        "entries": f"{found.entries:,}",
        "size": readable_bytes(found.bytes),
        "schema": found.schema,
        "indexes": ", ".join(found.indexes) or None,
        "embedding": found.embedding,
        "cut": f"{found.cut_entries:,}" if found.cut_entries else None,
    }
    for name, value in facts.items():
        if value is not None:
            click.echo(f"{name:<10}{printable_line(str(value))}")
    _print_prefixes(found)
    print_problems(found.problems)


def _print_prefixes(found: "StoreInfo") -> None:
    if not found.prefixes:
        return
    click.echo(f"\n{'prefix':<40}{'keys':>10}{'entries':>12}{'size':>12}")
    for prefix, counts in sorted(found.prefixes.items()):
        size = readable_bytes(counts.bytes)
        name = shortened(printable_line(prefix), 38)
        click.echo(f"{name:<40}{counts.keys:>10,}{counts.entries:>12,}{size:>12}")
