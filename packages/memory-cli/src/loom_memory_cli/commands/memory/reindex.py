"""``loom memory reindex``: build the indexes of a store again from its rows."""

import click

from loom_memory_cli.failure import Failure
from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import store_option
from loom_memory_cli.talk import counted, say


@click.command()
@store_option
@json_option
def reindex(*, url: str, as_json: bool) -> None:
    """Build the indexes again from the rows.

    Every index that the URL names is built, and others are dropped. Needed after a change
    of an option that an index depends on, such as the language.
    """
    from loom_memory_core import resolve  # noqa: PLC0415 - not needed for the help

    backend, options = resolve(url)
    if backend.reindex is None:
        raise Failure(
            f"the backend {backend.name!r} brings no reindex",
            hint="copy the store into a new one: `loom memory copy FROM TO`",
        )
    with progress("Indexing") as step:
        entries = backend.reindex(options, progress=step)
    say(f"Indexed {counted(entries, 'entry', 'entries')}.")
    if as_json:
        from loom_memory_cli.reports import ReindexReport  # noqa: PLC0415 - as above

        print_json(ReindexReport(entries=entries))
