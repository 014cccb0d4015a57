"""``loom knowledge supersede``, ``collapse`` and ``erase``: dry unless they are told to write."""

from datetime import UTC, datetime
from typing import Final

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
from loom_memory_core import untainted

from loom_memory_knowledge.commands.reports import (
    CollapseReport,
    EraseReport,
    SupersedeReport,
)
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.facts.fact_name import SHOWN
from loom_memory_knowledge.facts.merge_band import MergeBand
from loom_memory_knowledge.facts.scope_collapse import PairReport, ScopeCollapsed
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope

SHARE: Final = click.FloatRange(0, 1, min_open=True)


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--at", type=click.DateTime(), help="Since when OLD is not true any more, in UTC.")
@click.option("--write", is_flag=True, help="Do it; without this it is only told.")
@scope_option
@store_option
@json_option
def supersede(  # noqa: PLR0913 - one for each option
    old: str,
    new: str,
    *,
    at: datetime | None,
    write: bool,
    scope: Scope,
    url: str,
    as_json: bool,
) -> None:
    """Close the fact OLD by the fact NEW, both named as `loom knowledge facts` prints them."""
    moment = None if at is None else at.replace(tzinfo=UTC)
    with opened_to_change(url) as store:
        knowledge = Knowledge(store, scope)
        closing, heir = knowledge.fact(old), knowledge.fact(new)
        if write:
            closing = knowledge.supersede(closing, heir, at=moment)
    if as_json:
        print_json(
            SupersedeReport(
                scope=str(scope),
                dry_run=not write,
                old=closing.id,
                new=heir.id,
                closed_at=None if closing.closed is None else closing.closed.at,
            )
        )
    did = "Closed" if write else "Would close"
    say(printable_line(f"{did}: {untainted(closing.body.text)}"))
    say(printable_line(f"By: {untainted(heir.body.text)}"))


@click.command()
@click.option("--similarity", type=click.FloatRange(0, 1, min_open=True), required=True)
@click.option("--space", help="The embedding space that it was calibrated in; the store's own.")
@click.option(
    "--shared", type=click.FloatRange(0, 1, min_open=True), default=0.5, show_default=True
)
@click.option("--write", is_flag=True, help="Do it; without this it is only told.")
@scope_option
@store_option
@json_option
def collapse(  # noqa: PLR0913 - one for each option
    *,
    similarity: float,
    space: str | None,
    shared: float,
    write: bool,
    scope: Scope,
    url: str,
    as_json: bool,
) -> None:
    """Merge facts that say the same, where nothing of either is lost; report those that differ.

    `loom knowledge calibrate-merge` tells which similarity is safe in this store, if any is.
    """
    with opened_to_change(url) as store, progress("Collapsing") as step:
        knowledge = Knowledge(store, scope)
        band = MergeBand.of(space or knowledge.embedding or "none", similarity, shared=shared)
        found = knowledge.collapse(band, dry_run=not write, progress=step)
    if as_json:
        print_json(CollapseReport(scope=str(scope), **found.model_dump()))
    else:
        for pair in found.pairs:
            _print_pair(pair)
    _tell_collapse(found)


@click.command()
@click.argument("subject")
@click.option("--write", is_flag=True, help="Do it; without this it is only told.")
@scope_option
@store_option
@json_option
def erase(subject: str, *, write: bool, scope: Scope, url: str, as_json: bool) -> None:
    """Erase SUBJECT, such as 'person:Ada': all facts about it, and what is on file.

    What only names it stays, and is told: facts of others, notes, sections, turns, extractions.
    Exit code 1 says that something of that kind is left.
    """
    with opened_to_change(url) as store:
        found = Knowledge(store, scope).erase(subject, dry_run=not write)
    if as_json:
        print_json(EraseReport(scope=str(scope), **found.model_dump()))
    did = "Erased" if write else "Would erase"
    facts = counted(len(found.facts), "fact")
    say(f"{did} {found.subject}: {facts}, and {len(found.pointing):,} of others that point at it.")
    left = {
        "fact": found.naming_facts,
        "note": found.notes,
        "section": found.sections,
        "turn": found.turns,
        "extraction": found.extractions,
        "queue item": found.queued,
    }
    shown = ", ".join(counted(len(ids), name) for name, ids in left.items())
    say(f"What only names it stays: {shown}.")
    if any(left.values()):
        click.get_current_context().exit(Exit.PROBLEMS)


def _print_pair(pair: PairReport) -> None:
    what = "same" if pair.merged else "differ" if pair.contradicting else "alike"
    names = (f"{pair.subject}#{each[:SHOWN]}" for each in (pair.kept, pair.absorbed))
    for name, text in zip(names, pair.texts, strict=True):
        click.echo(printable_line(f"{what:6}  {pair.similarity:.3f}  {name}  {text}"))
    if pair.reason:
        click.echo(printable_line(f"        {pair.reason}"))


def _tell_collapse(found: ScopeCollapsed) -> None:
    did = "Would merge" if found.dry_run else "Merged"
    apart = sum(not pair.merged for pair in found.pairs)
    differ = sum(pair.contradicting and not pair.merged for pair in found.pairs)
    say(
        f"{did} {found.merged:,} of {counted(found.facts, 'fact')}; kept {apart:,} pairs apart, "
        f"of which {differ:,} may contradict each other."
    )
