"""``loom knowledge calibrate-merge``: whether facts can be merged safely in a store."""

from importlib.resources import as_file, files
from pathlib import Path

import click
from loom_memory_cli import (
    Exit,
    counted,
    json_option,
    print_json,
    progress,
    say,
    store_option,
)
from loom_memory_core import opened

from loom_memory_knowledge.commands.reports import CalibrateMergeReport
from loom_memory_knowledge.commands.transcript import LINES, read_lines
from loom_memory_knowledge.facts.merge_calibration import (
    LabelledPair,
    MergeCalibration,
    calibrate_merge,
)


@click.command("calibrate-merge")
@click.argument("file", required=False, type=LINES)
@store_option
@json_option
def calibrate(file: Path | None, *, url: str, as_json: bool) -> None:
    """Measure the labelled pairs of FILE in the store's embedding space.

    FILE has a JSON object on each line: a, b, same and fact_class. Without it, pairs of our own
    writing are measured, which say how such facts lie and nothing of yours. Nothing is chosen:
    the table is for whoever picks the similarity of `loom knowledge collapse`. Exit code 1 says
    that no band is safe.
    """
    pairs = _shipped() if file is None else list(read_lines(file, LabelledPair))
    with opened(url) as store, progress("Measuring") as step:
        found = calibrate_merge(store, pairs, progress=step)
    if as_json:
        print_json(CalibrateMergeReport(**found.model_dump()))
    else:
        _print(found)
    if found.safe is None:
        say("No band is safe: where pairs of the same are merged, some that differ are, too.")
        click.get_current_context().exit(Exit.PROBLEMS)
    say(f"From {found.safe:.2f} on, no pair that differs would be merged.")


def _shipped() -> list[LabelledPair]:
    with as_file(files("loom_memory_knowledge.facts") / "pairs.jsonl") as file:
        return list(read_lines(file, LabelledPair))


def _print(found: MergeCalibration) -> None:
    click.echo(f"{counted(found.pairs, 'pair')} in {found.space}")
    click.echo("class       says       pairs  lowest  median  highest")
    for each in found.distributions:
        says = "the same" if each.same else "different"
        click.echo(
            f"{each.fact_class:10}  {says:9}  {each.count:5}  {each.lowest:6.3f}  "
            f"{each.median:6.3f}  {each.highest:7.3f}"
        )
    click.echo("\nband  same: tried  merged  different: tried  merged")
    for row in found.sweep:
        click.echo(
            f"{row.similarity:4.2f}  {row.same:11}  {row.same_merged:6}  {row.different:16}  "
            f"{row.different_merged:6}"
        )
