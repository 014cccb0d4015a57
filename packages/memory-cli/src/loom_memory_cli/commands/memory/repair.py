"""``loom memory repair``: set corrupt rows aside and bring the indexes in step."""

import click

from loom_memory_cli.failure import Failure
from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.problem_view import print_problems
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import store_option
from loom_memory_cli.talk import counted, say


@click.command()
@store_option
@json_option
def repair(*, url: str, as_json: bool) -> None:
    """Set corrupt rows aside and bring the indexes in step.

    Prints what was dealt with.
    """
    from loom_memory_core import resolve  # noqa: PLC0415 - not needed for the help

    backend, options = resolve(url)
    if backend.repair is None:
        raise Failure(
            f"the backend {backend.name!r} brings no repair",
            hint="`loom memory dump --skip-corrupt` saves what can be read, for a new store",
        )
    with progress("Repairing") as step:
        dealt_with = backend.repair(options, progress=step)
    say(f"Dealt with {counted(len(dealt_with), 'problem')}.")
    if not as_json:
        print_problems(dealt_with)
        return
    from loom_memory_cli.reports import ProblemFound, RepairReport  # noqa: PLC0415 - as above

    print_json(RepairReport(dealt_with=[ProblemFound.of(each) for each in dealt_with]))
