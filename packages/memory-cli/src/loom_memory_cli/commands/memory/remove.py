"""``loom memory remove``: take entries out of a list by their ids."""

import click

from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.stores import opened_to_change, store_option
from loom_memory_cli.talk import counted, say


@click.command()
@click.argument("key")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@store_option
@json_option
def remove(key: str, ids: tuple[str, ...], *, url: str, as_json: bool) -> None:
    """Remove the entries of KEY that have one of the IDs.

    An id that is not there is no error.
    """
    from loom_memory_core import require  # noqa: PLC0415 - not needed for the help

    with opened_to_change(url) as store:
        removed = require(store, "remove").remove(key, ids)
    say(f"Removed {counted(removed, 'entry', 'entries')}.")
    if as_json:
        from loom_memory_cli.reports import RemoveReport  # noqa: PLC0415 - as above

        print_json(RemoveReport(key=key, removed=removed))
