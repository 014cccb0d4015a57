"""``loom decisions list``: the executions that a store has decisions of."""

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

from loom_memory_runtime.commands.reports import DecisionsListReport, ListedExecution
from loom_memory_runtime.decision_log import DecisionLog


@click.command("list")
@store_option
@json_option
def list_executions(*, url: str, as_json: bool) -> None:
    """Print every execution that has decided something, with how much and when last."""
    with opened_to_read(url) as store:
        log = DecisionLog(store)
        listed = [_listed(log, execution) for execution in log.executions()]
    if as_json:
        print_json(DecisionsListReport(executions=listed))
        return
    for each in listed:
        last = f"  {each.last:%Y-%m-%d %H:%M}" if each.last else ""
        click.echo(f"{printable_line(each.execution)}  {counted(each.decisions, 'decision')}{last}")
    if not listed:
        say("No execution has decided anything.")


def _listed(log: DecisionLog, execution: str) -> ListedExecution:
    decisions = log.decisions(execution)
    times = [each.timestamp for each in decisions if each.timestamp is not None]
    return ListedExecution(
        execution=execution,
        decisions=len(decisions),
        first=min(times, default=None),
        last=max(times, default=None),
    )
