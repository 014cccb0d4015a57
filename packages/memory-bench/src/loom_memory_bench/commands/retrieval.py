"""``loom bench retrieval``: which of the turns that answer a question a search finds."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
from loom_memory_cli import json_option, progress, say

from loom_memory_bench.commands.output import (
    QUICK_RESAMPLES,
    command_line,
    give,
    out_option,
    quick_option,
)
from loom_memory_bench.data.evidence_pool import read_evidence_pool
from loom_memory_bench.data.locomo import read_locomo
from loom_memory_bench.data.longmemeval import read_longmemeval
from loom_memory_bench.data.own import read_own
from loom_memory_bench.data.part import part_of
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.retrieval.bm25 import BM25
from loom_memory_bench.retrieval.raw_fts5 import RAW_FTS5
from loom_memory_bench.retrieval.run import measure_retrieval
from loom_memory_bench.retrieval.stores import named_stores, own_stores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loom_memory_bench.data.conversation import DataSet
    from loom_memory_bench.retrieval.contender import Candidate

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--locomo", type=FILE, metavar="FILE", help="LoCoMo's JSON.")
@click.option("--longmemeval", type=FILE, metavar="FILE", help="LongMemEval's JSON.")
@click.option("--evidence-pool", type=FILE, metavar="FILE", help="LongMemEval's evidence, pooled.")
@click.option(
    "--store",
    "urls",
    multiple=True,
    metavar="URL",
    help="An empty store, instead of those installed; {folder} is a temporary folder. Again for "
    "another one.",
)
@click.option("--embedder", default="local", show_default=True, help="Of the vector stores.")
@click.option("--peers", is_flag=True, help="Other agent memories, too, each installed apart.")
@quick_option
@out_option
@json_option
def retrieval(  # noqa: PLR0913 - one for each option
    *,
    locomo: Path | None,
    longmemeval: Path | None,
    evidence_pool: Path | None,
    urls: tuple[str, ...],
    embedder: str,
    peers: bool,
    quick: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Ask stores questions whose answers are known, and count what they find.

    Without a file, a small corpus is asked that comes with the package. Every store is compared
    with the first one, question by question.
    """
    data = list(_data(locomo, longmemeval, evidence_pool))
    if not data:
        say("No data was named: a small corpus of our own is asked, which shows that all runs.")
        data = [read_own()]
    if quick:
        data = [part_of(each) for each in data]
    with progress("Asking", quiet=as_json) as step:
        report = measure_retrieval(
            data,
            list(_candidates(urls, embedder, peers=peers)),
            command=command_line(),
            resamples=QUICK_RESAMPLES if quick else RESAMPLES,
            progress=step,
        )
    give(report, out=out, as_json=as_json)


def _data(
    locomo: Path | None, longmemeval: Path | None, evidence_pool: Path | None
) -> "Iterator[DataSet]":
    if locomo:
        yield read_locomo(locomo)
    if longmemeval:
        yield read_longmemeval(longmemeval)
    if evidence_pool:
        yield read_evidence_pool(evidence_pool)


def _candidates(urls: tuple[str, ...], embedder: str, *, peers: bool) -> "Iterator[Candidate]":
    yield from named_stores(urls) if urls else own_stores(embedder)
    yield from (BM25, RAW_FTS5)
    if peers:
        from loom_memory_bench.retrieval.peers import peer_candidates  # noqa: PLC0415 - rarely used

        yield from peer_candidates(embedder)
