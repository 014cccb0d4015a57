"""``loom memory append``: remember something."""

import click

from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.new_entries import entries_of_json_lines, entries_of_texts
from loom_memory_cli.printable import printable_line
from loom_memory_cli.stores import store_option


@click.command()
@click.argument("key")
@click.argument("texts", metavar="[TEXT]...", nargs=-1)
@click.option("--role", help="Who says it.")
@click.option("--meta", metavar="JSON", help="A JSON object to carry along; it is not searched.")
@click.option("--timestamp", metavar="TIME", help="When: ISO 8601 with its zone, or now.")
@click.option("--json-lines", is_flag=True, help="Read entries as JSON, one a line of stdin.")
@store_option
@json_option
def append(
    key: str,
    texts: tuple[str, ...],
    *,
    json_lines: bool,
    url: str,
    as_json: bool,
    **labels: str | None,
) -> None:
    """Remember each TEXT under KEY, and print the new ids.

    Without TEXT, or where it is -, each line of stdin is one. All of them go to the end of
    the list in one step.
    """
    from loom_memory_core import opened  # noqa: PLC0415 - not needed for the help

    entries = (entries_of_json_lines if json_lines else entries_of_texts)(texts, labels)
    with opened(url) as store:
        store.append(key, entries)
    ids = [entry.id for entry in entries]
    if as_json:
        from loom_memory_cli.reports import AppendReport  # noqa: PLC0415 - as above

        print_json(AppendReport(key=key, ids=ids))
        return
    for each in ids:
        click.echo(printable_line(each))
