"""``loom bench isolation``: whether a walk along edges finds what it does because of the edges."""

from pathlib import Path
from typing import Final

import click
from loom_memory_cli import json_option, progress

from loom_memory_bench.commands.output import (
    QUICK_RESAMPLES,
    command_line,
    give,
    out_option,
    quick_option,
)
from loom_memory_bench.isolation.arms import LIMIT
from loom_memory_bench.isolation.graph_recall import graph_recall
from loom_memory_bench.isolation.run import STORE, measure_isolation
from loom_memory_bench.isolation.traversal import MakeTraversal, breadth_first
from loom_memory_bench.isolation.world import SEED
from loom_memory_bench.measures.bootstrap import RESAMPLES

GRAPH_RECALL: Final = "graph recall"

TRAVERSALS: Final[dict[str, MakeTraversal]] = {
    GRAPH_RECALL: graph_recall,
    "breadth first": breadth_first,
}


@click.command()
@click.option("--seed", type=int, default=SEED, show_default=True, help="Of the generated world.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="How many facts a reader is given.",
)
@click.option(
    "--store",
    "url",
    default=STORE,
    metavar="URL",
    show_default=True,
    help="An empty store for the single hop; {folder} is a temporary folder.",
)
@click.option(
    "--traversal",
    type=click.Choice(tuple(TRAVERSALS)),
    default=GRAPH_RECALL,
    show_default=True,
    help="What walks: knowledge's graph recall, or a breadth-first reference that knows names.",
)
@quick_option
@out_option
@json_option
def isolation(  # noqa: PLR0913 - one for each option
    *,
    seed: int,
    limit: int,
    url: str,
    traversal: str,
    quick: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Answer questions of several hops by walking edges, and by walking shuffled ones.

    The world is generated: 376 facts in 63 sessions, and 120 questions of 2, 3 and 4 hops. A
    traversal counts only if shuffling the edges destroys it.
    """
    with progress("Asking", quiet=as_json) as step:
        report = measure_isolation(
            command=command_line(),
            seed=seed,
            store=url,
            make_traversal=TRAVERSALS[traversal],
            traversal=traversal,
            limit=limit,
            resamples=QUICK_RESAMPLES if quick else RESAMPLES,
            progress=step,
        )
    give(report, out=out, as_json=as_json)
