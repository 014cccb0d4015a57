"""``loom knowledge consolidate``: draw facts from the turns that wait."""

import click
from loom_memory_cli import (
    Exit,
    counted,
    json_option,
    opened_to_change,
    opened_to_read,
    print_json,
    printable_line,
    progress,
    say,
    store_option,
)

from loom_memory_knowledge.commands.model_option import chosen_extractor, extractor_option
from loom_memory_knowledge.commands.reports import ConsolidateReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.consolidation.report import Consolidated, ItemReport
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.option("--write", is_flag=True, help="Do it; without this, what waits is told.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many sessions.")
@extractor_option
@scope_option
@store_option
@json_option
def consolidate(
    *, write: bool, limit: int | None, extractor: str, scope: Scope, url: str, as_json: bool
) -> None:
    """Draw facts from what was added, each once, with the turns that say it."""
    if not write:
        _tell_waiting(scope, url, as_json=as_json)
        return
    chosen = chosen_extractor(extractor)
    with opened_to_change(url) as store, progress("Consolidating") as step:
        found = Knowledge(store, scope).consolidate(chosen, limit=limit, progress=step)
    if as_json:
        print_json(
            ConsolidateReport(
                scope=str(scope), dry_run=False, extractor=chosen.name, **found.model_dump()
            )
        )
    _tell(found, chosen.name)
    if any(each.status in {"failed", "skipped"} for each in found.items):
        click.get_current_context().exit(Exit.PROBLEMS)


def _tell_waiting(scope: Scope, url: str, *, as_json: bool) -> None:
    with opened_to_read(url) as store:
        waiting = Knowledge(store, scope).waiting()
    items = tuple(
        ItemReport(item=each.item, status="waiting", turns=len(each.queued.turns))
        for each in waiting
    )
    if as_json:
        print_json(
            ConsolidateReport(
                scope=str(scope), dry_run=True, extractor=None, items=items, left=len(items)
            )
        )
    turns = sum(each.turns for each in items)
    say(f"{counted(turns, 'turn')} of {counted(len(items), 'addition')} wait in {scope}.")
    if items:
        say("Pass --write to draw facts from them.")


def _tell(found: Consolidated, extractor: str) -> None:
    standing = sum(each.standing for each in found.items)
    unsourced = sum(each.unsourced for each in found.items)
    say(
        f"Drew {counted(found.written, 'fact')} from {counted(found.count('done'), 'addition')} "
        f"with {extractor}; {standing:,} stood already, {unsourced:,} without a turn that says it."
    )
    for each in found.items:
        if each.status != "done":
            reply = "" if each.reply is None else f": {each.reply[:80]!r}"
            say(printable_line(f"{each.item[:8]} {each.status}: {each.reason}{reply}"))
        for why in each.refused:
            say(printable_line(f"{each.item[:8]} refused {why}"))
    if found.stopped:
        say(f"{found.stopped}; {counted(found.left, 'addition')} wait still.")
