"""``loom knowledge graph``: what lies around a question, or around a subject."""

from datetime import UTC, datetime
from pathlib import Path

import click
from loom_memory_cli import (
    counted,
    json_option,
    opened_to_read,
    print_json,
    printable_line,
    say,
    store_option,
)
from loom_memory_core import origins, untainted

from loom_memory_knowledge.commands.reports import GraphReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.graph.picture import left_out, picture, way
from loom_memory_knowledge.graph.recalling import MAX_HOPS, GraphLimits
from loom_memory_knowledge.graph.result import GraphFact, GraphRecall
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.argument("words", metavar="[QUESTION]...", nargs=-1)
@click.option("--seed", "seeds", multiple=True, help="Begin at this subject, as 'person:Ada'.")
@click.option("--hops", type=click.IntRange(0, MAX_HOPS), default=2, show_default=True)
@click.option("--budget", type=click.IntRange(min=0), default=4_000, show_default=True)
@click.option("--as-of", type=click.DateTime(), help="Facts that were true then, in UTC.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Draw it into this file."
)
@scope_option
@store_option
@json_option
def graph(  # noqa: PLR0913 - one for each option
    words: tuple[str, ...],
    *,
    seeds: tuple[str, ...],
    hops: int,
    budget: int,
    as_of: datetime | None,
    html: Path | None,
    scope: Scope,
    url: str,
    as_json: bool,
) -> None:
    """Print the facts around QUESTION, or around the subjects of --seed, nearest first.

    Each stands under the way that leads to it: an arrow to the right goes along an edge of a
    fact, one to the left against it.
    """
    if bool(words) is bool(seeds):
        raise click.UsageError("Pass a question or --seed, and not both.")
    at = None if as_of is None else as_of.replace(tzinfo=UTC)
    with opened_to_read(url) as store:
        found = Knowledge(store, scope).graph_recall(
            " ".join(words) or None,
            seeds=seeds,
            limits=GraphLimits(hops=hops, budget_chars=budget),
            as_of=at,
        )
    if html is not None:
        html.write_text(picture(found), encoding="utf-8")
        say(f"Drew {counted(len(found.subjects), 'subject')} into {html}.")
    if as_json:
        print_json(GraphReport(scope=str(scope), graph=found))
        return
    _print(found)
    if not found.facts:
        say(f"Nothing lies around that in {scope}.")
    say(left_out(found))


def _print(found: GraphRecall) -> None:
    """The facts, those of one way together."""
    above = ""
    for fact in found.facts:
        here = way(fact)
        if here != above:
            click.echo(printable_line(here))
        above = here
        click.echo(printable_line(_line(fact)))


def _line(fact: GraphFact) -> str:
    tainted = "".join(f" (from {origin})" for origin in origins(fact.text))
    edges = f"  [{', '.join(fact.edges)}]" if fact.edges else ""
    return f"    {fact.subject}: {untainted(fact.text)}{edges}{tainted}"
