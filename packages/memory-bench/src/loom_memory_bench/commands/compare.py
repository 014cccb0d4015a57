"""``loom bench compare``: whether two runs differ by more than the choice of questions explains."""

from pathlib import Path
from typing import Literal

import click
from loom_memory_cli import json_option, print_json, printable, say
from pydantic import BaseModel, ConfigDict

from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.report.contrast import contrast, is_real
from loom_memory_bench.report.folder import read_report
from loom_memory_bench.report.groups import WHOLE
from loom_memory_bench.report.plots.discordant import points, shown_p
from loom_memory_bench.report.report import Comparison
from loom_memory_bench.table import table


class Contrasted(Comparison):
    """A comparison with what is to be thought of it."""

    real: bool
    """Whether both the test and the interval say that there is a difference."""


class CompareReport(BaseModel):
    """``loom bench compare``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    comparisons: list[Contrasted]


@click.command()
@click.argument("first", type=click.Path(exists=True, path_type=Path))
@click.argument("second", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--arms",
    nargs=2,
    metavar="FIRST SECOND",
    help="An arm of each report; unless given, each that both have.",
)
@click.option(
    "--measure", "measures", multiple=True, help="What to compare by; again for another one."
)
@click.option("--categories", is_flag=True, help="Each category of questions, too.")
@click.option(
    "--resamples",
    type=click.IntRange(min=100),
    default=RESAMPLES,
    show_default=True,
    help="Of the bootstrap.",
)
@json_option
def compare(  # noqa: PLR0913 - one for each option
    first: Path,
    second: Path,
    *,
    arms: tuple[str, str] | None,
    measures: tuple[str, ...],
    categories: bool,
    resamples: int,
    as_json: bool,
) -> None:
    """Compare the reports in the folders FIRST and SECOND, question by question.

    Points are those of FIRST above SECOND. A difference is called real where the exact test says
    so (p below 0.01) and its interval leaves 0 out.
    """
    found = contrast(
        read_report(first), read_report(second), arms=arms, measures=measures, resamples=resamples
    )
    found = tuple(each for each in found if categories or each.group in WHOLE)
    if as_json:
        marked = [Contrasted(**each.model_dump(), real=is_real(each)) for each in found]
        print_json(CompareReport(comparisons=marked))
        return
    head = ["arm", "data", "questions", "measure", "points", "95 %", "better/worse", "p", "real"]
    click.echo(printable(table(head, [_cells(each) for each in found])))
    say(
        "Each line is tested alone: of a hundred that are equal, one would be called real. "
        "Of many lines, believe those whose p is far smaller."
    )


def _cells(each: Comparison) -> list[str]:
    first, second = each.first.removesuffix(" (first)"), each.second.removesuffix(" (second)")
    return [
        first if first == second else f"{first} : {second}",
        each.source,
        f"{each.group} ({each.questions:,})",
        each.measure,
        points(each.difference),
        f"{points(each.low)} to {points(each.high)}",
        f"{each.wins}/{each.losses}",
        shown_p(each.p),
        "yes" if is_real(each) else "no",
    ]
