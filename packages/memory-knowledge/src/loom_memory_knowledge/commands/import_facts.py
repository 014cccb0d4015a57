"""``loom knowledge import-facts``: facts that somebody else drew, with their turns."""

from pathlib import Path

import click
from loom_memory_cli import (
    Exit,
    counted,
    json_option,
    opened_to_change,
    print_json,
    printable_line,
    progress,
    say,
    store_option,
)

from loom_memory_knowledge.commands.reports import ImportFactsReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.commands.transcript import LINES, read_lines
from loom_memory_knowledge.consolidation.given import GivenFact
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command("import-facts")
@click.argument("file", type=LINES)
@scope_option
@store_option
@json_option
def import_facts(file: Path, *, scope: Scope, url: str, as_json: bool) -> None:
    """File the facts of FILE, a JSON object on each line, as harvested from turns that are here.

    Each has text, class, subject, type, about, and sources: a list of session and turn, the
    turns counted from 0. The same file again writes nothing.
    """
    given = list(read_lines(file, GivenFact))
    with opened_to_change(url) as store, progress("Importing facts") as step:
        found = Knowledge(store, scope).import_facts(given, progress=step)
    if as_json:
        print_json(
            ImportFactsReport(
                scope=str(scope),
                written=found.written,
                standing=found.standing,
                refused=list(found.refused),
            )
        )
    say(f"Wrote {counted(found.written, 'fact')}; {found.standing:,} stood already.")
    for why in found.refused:
        say(printable_line(f"Refused {why}."))
    if found.refused:
        click.get_current_context().exit(Exit.PROBLEMS)
