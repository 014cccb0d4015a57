"""``loom bench speed``: how long things take, as ratios to the raw engine in the same run."""

from pathlib import Path

import click
from loom_memory_cli import json_option, progress

from loom_memory_bench.commands.output import command_line, give, out_option, quick_option
from loom_memory_bench.speed.run import NAMES, measure_speed
from loom_memory_bench.speed.scale import FULL, QUICK, with_million
from loom_memory_bench.speed.stock import TEMPLATE


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.upper().split(",")) if text else NAMES
    if unknown := sorted(set(names).difference(NAMES)):
        raise click.BadParameter(f"no target {', '.join(unknown)}; there are {', '.join(NAMES)}")
    return names


@click.command()
@click.option("--only", metavar="TARGETS", default="", help="Such as A1,S3.")
@click.option("--million", is_flag=True, help="By size, a million entries, too; takes minutes.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=Path(),
    help="On a disk; the files are removed again. The current folder unless given.",
)
@click.option(
    "--store",
    "template",
    metavar="URL",
    default=TEMPLATE,
    show_default=True,
    help="Of a store of ours.",
)
@quick_option
@out_option
@json_option
def speed(  # noqa: PLR0913 - one for each option
    *,
    only: str,
    million: bool,
    folder: Path,
    template: str,
    quick: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Measure appends, reads, searches, rewrites, openings and sizes of a store in files.

    Ours and the raw engine take turns on the same entries. A goal that is missed does not fail
    the run: it is shown.
    """
    names = _names(only)
    scale = QUICK if quick else FULL
    with progress("Measuring", quiet=as_json) as step:
        report = measure_speed(
            names,
            command=command_line(),
            scale=with_million(scale) if million else scale,
            folder=folder,
            template=template,
            progress=step,
        )
    give(report, out=out, as_json=as_json)
