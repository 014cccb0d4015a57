"""``loom memory load``: make lists equal to those of a file."""

import click

from loom_memory_cli.json_output import json_option
from loom_memory_cli.load_summary import print_load_summary
from loom_memory_cli.policies import policy_of, policy_options
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import store_option
from loom_memory_cli.streams import stdin_bytes


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@policy_options
@store_option
@json_option
def load(file: str, *, url: str, as_json: bool, **policy: bool) -> None:
    """Make lists equal to those of FILE; - is stdin.

    FILE holds the lines of `loom memory dump`. A list that is the beginning of the file's is
    continued and an equal one is left, so the same command completes a load that was cut
    off. Any other list is refused.
    """
    from loom_memory_core import load as load_store  # noqa: PLC0415 - not for the help
    from loom_memory_core import opened  # noqa: PLC0415 - as above

    source = stdin_bytes() if file == "-" else file
    with opened(url) as store, progress("Loading") as step:
        report = load_store(store, source, policy=policy_of(**policy), progress=step)
    print_load_summary(report, as_json=as_json)
