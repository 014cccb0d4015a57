"""``loom knowledge facts``: what stands about subjects, and where it comes from."""

from datetime import UTC, datetime

import click
from loom_memory_cli import (
    json_option,
    opened_to_read,
    print_json,
    printable_line,
    say,
    store_option,
)
from loom_memory_core import origins, untainted

from loom_memory_knowledge.commands.reports import FactsReport, ListedFact
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.facts.listing import NamedFact
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.argument("subject", required=False)
@click.option("--as-of", type=click.DateTime(), help="Those that were true then, in UTC.")
@click.option("--past", is_flag=True, help="Those that have ended, too.")
@click.option("--sources", is_flag=True, help="The turns that each was drawn from, too.")
@scope_option
@store_option
@json_option
def facts(  # noqa: PLR0913 - one for each option
    subject: str | None,
    *,
    as_of: datetime | None,
    past: bool,
    sources: bool,
    scope: Scope,
    url: str,
    as_json: bool,
) -> None:
    """Print the facts about SUBJECT, such as 'person:Ada', oldest first; or about all subjects."""
    at = None if as_of is None else as_of.replace(tzinfo=UTC)
    with opened_to_read(url) as store:
        found = Knowledge(store, scope).facts(subject, as_of=at, past=past)
    if as_json:
        print_json(FactsReport(scope=str(scope), facts=[_listed(each) for each in found]))
        return
    for each in found:
        click.echo(printable_line(_line(each)))
        for source in each.fact.body.sources if sources else ():
            click.echo(printable_line(f"    < {untainted(source.quote)}"))
    if not found:
        say(f"No facts about {subject or 'anybody'} are in {scope}.")


def _line(named: NamedFact) -> str:
    fact = named.fact
    closed = fact.closed
    ended = "" if closed is None else f" (until {closed.at:%Y-%m-%d}, then #{str(closed.heir)[:8]})"
    tainted = "".join(f" (from {origin})" for origin in origins(fact.body.text))
    return f"{named.name}  {untainted(fact.body.text)}{ended}{tainted}"


def _listed(named: NamedFact) -> ListedFact:
    fact = named.fact
    return ListedFact(
        name=str(named.name),
        subject=named.name.subject,
        document=fact.document,
        chunk=fact.id,
        text=fact.body.text,
        fact_class=fact.body.fact_class,
        writer=fact.body.writer,
        recorded_at=fact.recorded_at,
        observed_at=fact.body.observed_at,
        valid_from=fact.body.valid_from,
        valid_to=fact.body.valid_to,
        closed_at=None if fact.closed is None else fact.closed.at,
        heir=None if fact.closed is None else fact.closed.heir,
        edges=[edge.name for edge in fact.body.edges],
        sources=list(fact.body.sources),
    )
