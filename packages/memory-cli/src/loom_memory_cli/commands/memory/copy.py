"""``loom memory copy``: make the lists of one store equal to those of another."""

import click

from loom_memory_cli.exit_codes import Exit
from loom_memory_cli.json_output import json_option
from loom_memory_cli.load_summary import print_load_summary
from loom_memory_cli.policies import policy_of, policy_options
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import opened_to_read


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--prefix", default="", help="Only keys that begin with it.")
@click.option("--skip-corrupt", is_flag=True, help="Leave out rows that cannot be parsed.")
@policy_options
@json_option
def copy(
    source: str, target: str, *, prefix: str, skip_corrupt: bool, as_json: bool, **policy: bool
) -> None:
    """Make the lists of the store TO equal to those of FROM.

    Both are URLs. What TO holds under other keys is left alone. As with load, a list that is the
    beginning of the other is continued, and any other list is refused. Exits with 1 when
    rows had to be left out.
    """
    from loom_memory_core import copy as copy_store  # noqa: PLC0415 - not for the help
    from loom_memory_core import opened  # noqa: PLC0415 - as above

    chosen = policy_of(**policy)
    with opened_to_read(source) as old, opened(target) as new, progress("Copying") as step:
        report = copy_store(
            old, new, prefix=prefix, policy=chosen, skip_corrupt=skip_corrupt, progress=step
        )
    print_load_summary(report, as_json=as_json)
    if report.corrupt:
        raise click.exceptions.Exit(Exit.PROBLEMS)
