"""``loom bench calibrate``: what every threshold of a cascade would do."""

from pathlib import Path

import click
from loom_memory_cli import json_option, progress, say
from loom_memory_knowledge import ChatVerifier, Verifier, WordsVerifier
from loom_memory_runtime import OpenAIChat

from loom_memory_bench.commands.output import (
    QUICK_RESAMPLES,
    command_line,
    give,
    out_option,
    quick_option,
)
from loom_memory_bench.commands.paired import conversation_option, locomo_option, named_data
from loom_memory_bench.data.part import part_of
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.paired.calibrate import measure_gates
from loom_memory_bench.paired.run import LIMIT, STORE
from loom_memory_bench.paired.strangers import FOREIGN, with_strangers


@click.command()
@locomo_option
@conversation_option
@click.option(
    "--unanswerable",
    type=click.Choice(["own", FOREIGN]),
    default=FOREIGN,
    show_default=True,
    help="The data's own, or those of the next conversation with the names of this one.",
)
@click.option("--store", "url", default=STORE, metavar="URL", show_default=True)
@click.option("--limit", type=click.IntRange(min=2), default=LIMIT, show_default=True)
@click.option("--offline", is_flag=True, help="Ask no model, even if the environment names one.")
@quick_option
@out_option
@json_option
def calibrate(  # noqa: PLR0913 - one for each option
    *,
    locomo: Path | None,
    conversation: str | None,
    unanswerable: str,
    url: str,
    limit: int,
    offline: bool,
    quick: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Print, for every threshold, how often the verifier is asked and what that gains.

    Nothing is chosen. Retrieval comes first, the two pure arms are run once, and every gate is
    put together from them.
    """
    data = named_data(locomo, conversation)
    data = with_strangers(data) if unanswerable == FOREIGN else data
    data = part_of(data) if quick else data
    chat = None if offline else OpenAIChat.from_environment()
    verifier: Verifier = WordsVerifier() if chat is None else ChatVerifier(chat)
    say(f"{verifier.name} verifies.")
    with progress("Asking", quiet=as_json) as step:
        report = measure_gates(
            data,
            verifier,
            command=command_line(),
            store=url,
            limit=limit,
            resamples=QUICK_RESAMPLES if quick else RESAMPLES,
            progress=step,
        )
    give(report, out=out, as_json=as_json)
