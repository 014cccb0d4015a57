"""``loom knowledge reindex``: put the search units of a scope right."""

import click
from loom_memory_cli import (
    counted,
    json_option,
    opened_to_change,
    print_json,
    progress,
    say,
    store_option,
)

from loom_memory_knowledge.commands.reports import ReindexReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.option("--write", is_flag=True, help="Do it; without this it is only told.")
@scope_option
@store_option
@json_option
def reindex(*, write: bool, scope: Scope, url: str, as_json: bool) -> None:
    """Add search units that are missing, and take away old ones that belong to nothing."""
    with opened_to_change(url) as store, progress("Reindexing") as step:
        found = Knowledge(store, scope).reindex(dry_run=not write, progress=step)
    if as_json:
        print_json(ReindexReport(scope=str(scope), **found._asdict()))
    did = "Would add" if found.dry_run else "Added"
    say(
        f"{did} {counted(found.missing, 'unit')} and "
        f"{'take away' if found.dry_run else 'took away'} {found.surplus:,}, of "
        f"{counted(found.units, 'unit')} in {counted(found.documents, 'document')}."
    )
    if found.young:
        say(f"{counted(found.young, 'unit')} more may belong to a writer that is not done.")
