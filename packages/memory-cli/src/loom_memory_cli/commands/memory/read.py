"""``loom memory read``: the entries of a key, in the order they were appended."""

import click

from loom_memory_cli.entry_view import print_entries
from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.stores import opened_to_read, store_option


@click.command()
@click.argument("key")
@click.option("--limit", type=click.IntRange(min=0), help="Only the newest so many.")
@store_option
@json_option
def read(key: str, *, limit: int | None, url: str, as_json: bool) -> None:
    """Print the entries of KEY, oldest first."""
    with opened_to_read(url) as store:
        entries = store.read(key, limit=limit)
    if as_json:
        from loom_memory_cli.reports import ReadReport  # noqa: PLC0415 - not for the help

        print_json(ReadReport(key=key, entries=entries))
        return
    print_entries(entries)
