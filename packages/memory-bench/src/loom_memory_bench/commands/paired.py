"""``loom bench paired``: facts alone, turns alone, and facts with the turns behind them."""

from pathlib import Path

import click
from loom_memory_cli import json_option, progress, say
from loom_memory_knowledge import ChatReader, ChatVerifier, SentenceReader, WordsVerifier
from loom_memory_runtime import OpenAIChat

from loom_memory_bench.commands.output import (
    QUICK_RESAMPLES,
    command_line,
    give,
    out_option,
    quick_option,
)
from loom_memory_bench.data.conversation import DataSet
from loom_memory_bench.data.locomo import read_locomo
from loom_memory_bench.data.own import read_own
from loom_memory_bench.data.part import part_of
from loom_memory_bench.errors import BenchmarkError
from loom_memory_bench.measures.bootstrap import RESAMPLES
from loom_memory_bench.paired.run import LIMIT, STORE, Answering, measure_paired

locomo_option = click.option(
    "--locomo",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="LoCoMo's JSON; without it, a small corpus of our own.",
)
conversation_option = click.option("--conversation", help="One of it, such as conv-26.")


@click.command()
@locomo_option
@conversation_option
@click.option("--store", "url", default=STORE, metavar="URL", show_default=True)
@click.option("--limit", type=click.IntRange(min=2), default=LIMIT, show_default=True)
@click.option("--threshold", type=float, help="Of the cascade; without one there is no such arm.")
@click.option("--offline", is_flag=True, help="Ask no model, even if the environment names one.")
@quick_option
@out_option
@json_option
def paired(  # noqa: PLR0913 - one for each option
    *,
    locomo: Path | None,
    conversation: str | None,
    url: str,
    limit: int,
    threshold: float | None,
    offline: bool,
    quick: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Ask the same questions of facts, of turns, and of facts with the turns behind them.

    The reader is the model of OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL, or without one
    the sentence with most of the question's words. With --out, answers are kept as they come: a
    run that was cut off goes on where it was, and nobody is asked twice.
    """
    data = named_data(locomo, conversation)
    if quick:
        data = part_of(data)
    chat = None if offline else OpenAIChat.from_environment()
    if chat is None:
        answering = Answering(SentenceReader(), WordsVerifier(), threshold)
    else:
        answering = Answering(ChatReader(chat), ChatVerifier(chat), threshold)
    say(f"{answering.reader.name} reads.")
    with progress("Asking", quiet=as_json) as step:
        report = measure_paired(
            data,
            answering,
            command=command_line(),
            store=url,
            limit=limit,
            folder=out,
            resamples=QUICK_RESAMPLES if quick else RESAMPLES,
            progress=step,
        )
    give(report, out=out, as_json=as_json)


def named_data(locomo: Path | None, conversation: str | None) -> DataSet:
    """The data of a file, or of our own; all of it, or one conversation.

    Raises:
        BenchmarkError: There is no such conversation.
    """
    data = read_own() if locomo is None else read_locomo(locomo)
    if conversation is None:
        return data
    kept = tuple(each for each in data.conversations if each.id == conversation)
    if not kept:
        raise BenchmarkError(
            f"{data.name} has no conversation {conversation!r}",
            hint=f"it has {', '.join(each.id for each in data.conversations)}",
        )
    return data._replace(conversations=kept)
