"""``loom memory keys``: the keys that hold an entry."""

import click

from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.printable import printable_line
from loom_memory_cli.stores import opened_to_read, store_option


@click.command()
@click.option("--prefix", default="", help="Only keys that begin with it.")
@store_option
@json_option
def keys(*, prefix: str, url: str, as_json: bool) -> None:
    """Print the keys that hold an entry, sorted, one a line."""
    from loom_memory_core import require  # noqa: PLC0415 - not needed for the help

    with opened_to_read(url) as store:
        found = require(store, "keys").keys(prefix)
        if not as_json:
            for key in found:
                click.echo(printable_line(key))
            return
        from loom_memory_cli.reports import KeysReport  # noqa: PLC0415 - as above

        print_json(KeysReport(keys=list(found)))
