"""``loom knowledge propose`` and ``loom knowledge adopt``: subjects of a shared scope."""

import click
from loom_memory_cli import (
    json_option,
    opened_to_change,
    print_json,
    say,
    store_option,
)
from loom_memory_core import opened

from loom_memory_knowledge.commands.reports import SubjectReport
from loom_memory_knowledge.commands.scope_option import scope_option
from loom_memory_knowledge.knowledge import Knowledge
from loom_memory_knowledge.scope import Scope


@click.command()
@click.argument("subject")
@click.option("--evidence", required=True, help="Why everybody should know of it.")
@scope_option
@store_option
@json_option
def propose(subject: str, *, evidence: str, scope: Scope, url: str, as_json: bool) -> None:
    """Propose SUBJECT, such as 'person:Ada Lovelace'; a curator adopts or rejects it."""
    with opened(url) as store:
        subjects = Knowledge(store, scope).subjects
        wanted = subjects.parse(subject)
        standing = subjects.propose(wanted, evidence=evidence)
    if as_json:
        report = SubjectReport(
            scope=str(scope), subject=wanted.key, standing=standing, document=None
        )
        print_json(report)
    say(f"{wanted.key} is {standing} in {scope}.")


@click.command()
@click.argument("subject")
@click.option("--reject", is_flag=True, help="Turn it down instead, for good.")
@scope_option
@store_option
@json_option
def adopt(subject: str, *, reject: bool, scope: Scope, url: str, as_json: bool) -> None:
    """File the proposed SUBJECT, so that facts about it are shared in the scope."""
    with opened_to_change(url) as store:
        subjects = Knowledge(store, scope).subjects
        wanted = subjects.parse(subject)
        document = None
        if reject:
            subjects.reject(wanted)
        else:
            document = subjects.adopt(wanted).document
        standing = subjects.papers(wanted).standing
    if as_json:
        report = SubjectReport(
            scope=str(scope), subject=wanted.key, standing=standing, document=document
        )
        print_json(report)
    say(f"{wanted.key} is {standing} in {scope}.")
