"""``loom knowledge add``: file a transcript, and let facts be drawn from it."""

from pathlib import Path

import click
from loom_memory_cli import counted, json_option, print_json, progress, say, store_option
from loom_memory_core import opened

from loom_memory_knowledge.commands.reports import AddedSession, AddReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.commands.transcript import LINES, sessions
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.argument("file", type=LINES)
@click.option("--no-infer", is_flag=True, help="One note for each session, and no facts later.")
@scope_option
@store_option
@json_option
def add(file: Path, *, no_infer: bool, scope: Scope, url: str, as_json: bool) -> None:
    """File the turns of FILE, a JSON object on each line: session, role, text and at.

    The turns can be recalled at once, from the source `traces`. `loom knowledge consolidate`
    draws facts from them. The same file again adds nothing.
    """
    found = sessions(file)
    added = []
    with opened(url) as store, progress("Adding") as step:
        knowledge = Knowledge(store, scope)
        for done, each in enumerate(found, 1):
            ticket = knowledge.add(
                each.turns, session=each.name, infer=not no_infer, item=each.item
            )
            added.append(
                AddedSession(
                    session=each.name,
                    document=ticket.session,
                    turns=len(ticket.turns),
                    item=ticket.item,
                    status=ticket.status,
                )
            )
            step(done, len(found))
    if as_json:
        print_json(AddReport(scope=str(scope), sessions=added))
    turns = sum(each.turns for each in added)
    say(f"Filed {counted(turns, 'turn')} of {counted(len(added), 'session')} in {scope}.")
    if any(each.status == "pending" for each in added):
        say("`loom knowledge consolidate --write` draws facts from them.")
