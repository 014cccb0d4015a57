"""``loom decisions replay``: whether a program would decide again what it has decided."""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import click
from loom_memory_cli import (
    Exit,
    Failure,
    counted,
    json_option,
    opened_to_read,
    print_json,
    printable,
    say,
    store_option,
)
from loom_memory_core import MemoryStore
from pydantic import JsonValue

from loom_memory_runtime.commands.decisions.show import unknown_execution
from loom_memory_runtime.commands.reports import DecisionsReplayReport, Divergence
from loom_memory_runtime.divergence import ReplayDivergedError
from loom_memory_runtime.json_value import json_text, json_value
from loom_memory_runtime.memory_run import MemoryRun
from loom_memory_runtime.tiered_memory import TieredMemory

Handler = Callable[[MemoryRun], JsonValue]
"""What an application does in an execution: it takes the run, and gives what comes of it."""


@click.command()
@click.argument("execution")
@click.argument("function", metavar="MODULE:FUNCTION")
@store_option
@json_option
def replay(execution: str, function: str, *, url: str, as_json: bool) -> None:
    """Call FUNCTION with a run of EXECUTION that only replays, and print what it gives.

    MODULE is looked for in this folder, too. Nothing is searched, decided or written. Where
    FUNCTION asks for other decisions than are recorded, or for fewer, the exit code is 1.
    """
    handler = _handler(function)
    with opened_to_read(url) as store:
        report = _replayed(store, execution, handler)
    if as_json:
        print_json(report)
    elif report.value is not None:
        value = report.value
        click.echo(printable(value if isinstance(value, str) else json.dumps(value, indent=2)))
    if report.divergence is None:
        say(f"{counted(report.decisions, 'decision')} came from the log.")
        return
    raise Failure(
        f"diverged after {counted(report.decisions, 'decision')}: at {report.divergence.position}, "
        f"{report.divergence.recorded!r} is recorded and {report.divergence.asked!r} was asked for",
        hint="None is nothing; `loom decisions show` prints what is recorded",
        exit_code=Exit.PROBLEMS,
    )


def _handler(name: str) -> Handler:
    module, _, attribute = name.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Handler = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise click.BadParameter(f"{name!r} cannot be imported: {error}") from error
    if not callable(found):
        raise click.BadParameter(f"{name!r} is a {type(found).__name__}, not a function")
    return found


def _replayed(store: MemoryStore, execution: str, handler: Handler) -> DecisionsReplayReport:
    run = TieredMemory(store).replay(execution)
    if not run.remaining:
        raise unknown_execution(execution)
    value, divergence = None, None
    try:
        with run:
            value = json_value(json_text(handler(run)))
    except ReplayDivergedError as error:
        divergence = Divergence(position=error.position, recorded=error.recorded, asked=error.asked)
    return DecisionsReplayReport(
        execution=execution, decisions=run.position, value=value, divergence=divergence
    )
