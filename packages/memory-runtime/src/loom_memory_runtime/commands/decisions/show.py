"""``loom decisions show``: what an execution recalled and decided, and on what grounds."""

import json

import click
from loom_memory_cli import (
    Exit,
    Failure,
    json_option,
    opened_to_read,
    print_hits,
    print_json,
    printable,
    printable_line,
    say,
    store_language,
    store_option,
)
from loom_memory_core import SearchHit
from pydantic import JsonValue

from loom_memory_runtime.commands.reports import DecisionsShowReport, ShownDecision
from loom_memory_runtime.decision import Decision
from loom_memory_runtime.decision_log import DecisionLog
from loom_memory_runtime.recall import RELEVANT, entries_of, hits_of


@click.command()
@click.argument("execution")
@store_option
@json_option
def show(execution: str, *, url: str, as_json: bool) -> None:
    """Print the decisions of EXECUTION in order; of what was recalled, every hit with its score."""
    with opened_to_read(url) as store:
        decisions = DecisionLog(store).decisions(execution)
    if not decisions:
        raise unknown_execution(execution)
    if as_json:
        shown = [ShownDecision.of(each, _hits(each)) for each in decisions]
        print_json(DecisionsShowReport(execution=execution, decisions=shown))
        return
    language = store_language(url)
    for each in decisions:
        _print(each, language)


def unknown_execution(execution: str) -> Failure:
    """What to say where nothing is recorded."""
    return Failure(
        f"no decision of an execution {execution!r} is recorded",
        hint="`loom decisions list` prints the executions",
        exit_code=Exit.PROBLEMS,
    )


def _print(decision: Decision, language: str) -> None:
    time = f"  {decision.timestamp:%Y-%m-%d %H:%M:%S}" if decision.timestamp else ""
    click.echo(printable_line(f"{decision.position}  {decision.name}{time}"))
    hits = _hits(decision)
    if hits is None:
        click.echo(_indented(_text(decision.value)))
        return
    asked = decision.value if isinstance(decision.value, dict) else {}
    query = str(asked.get("query", ""))
    click.echo(printable_line(f"    asked: {query!r}, for {asked.get('limit')} at most"))
    print_hits(hits, query, language=language)
    if not hits:
        say("    Nothing matched.")


def _hits(decision: Decision) -> list[SearchHit] | None:
    """What was recalled; ``None`` for a decision that is no recall by relevance."""
    if not decision.name.startswith(f"{RELEVANT} "):
        return None
    try:
        return hits_of(decision.value)
    except ValueError:
        return None  # somebody's own decision of that name


def _text(value: JsonValue) -> str:
    try:
        entries = entries_of(value)
    except ValueError:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return "\n".join(entry.to_json() for entry in entries)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in printable(text).splitlines())
