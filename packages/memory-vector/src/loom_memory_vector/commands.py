"""The package's commands: ``loom memory calibrate`` and ``loom memory reembed``."""

from contextlib import closing, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from loom_memory_cli import (
    STORE_VARIABLE,
    Failure,
    counted,
    json_option,
    opened_to_read,
    print_json,
    progress,
    say,
    store_option,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loom_memory_core import MemoryStore

    from loom_memory_vector.calibration import Judged
    from loom_memory_vector.embedding_options import EmbeddingOptions
    from loom_memory_vector.move import Move

PERCENT = click.FloatRange(0, 100)

MOVING = {
    "vector+sqlite": "loom_memory_vector.sqlite.reembedding",
    "vector+postgresql": "loom_memory_vector.postgres.reembedding",
}
"""What moves the stores of a backend; each needs the extra of its own list."""


@click.command()
@click.argument("pairs", type=click.File("rb"))
@click.option(
    "--embedder",
    default="local",
    show_default=True,
    help="The model: local, openai:MODEL, hashing:DIMENSION or package.module:name.",
)
@click.option("--base-url", help="The service of an openai: model, instead of OpenAI's own.")
@click.option(
    "--store",
    "url",
    metavar="URL",
    envvar=STORE_VARIABLE,
    show_envvar=True,
    help="The store that holds the keys that PAIRS names, whatever its backend.",
)
@click.option(
    "--keep",
    type=PERCENT,
    default=97.0,
    show_default=True,
    help="Percent of the questions with an answer that the gate must let through.",
)
@click.option(
    "--keep-gold",
    type=PERCENT,
    default=94.0,
    show_default=True,
    help="Percent of the entries that answer a question that the floor must let through.",
)
@json_option
def calibrate(  # noqa: PLR0913 - one for each option
    pairs: BinaryIO,
    *,
    embedder: str,
    base_url: str | None,
    url: str | None,
    keep: float,
    keep_gold: float,
    as_json: bool,
) -> None:
    """Print what every min_score and min_top_score would do.

    PAIRS holds a question a line, as JSON: {"question": ..., "key": ..., "ids": [...]} with
    the entries of a store that answer it, or {"question": ..., "texts": [...]}; a question
    that nothing answers has neither ids nor texts. Both kinds are needed. - is stdin.
    """
    from loom_memory_vector.calibration import calibrate as calibrated  # noqa: PLC0415 - slow
    from loom_memory_vector.calibration import check_counts  # noqa: PLC0415 - as above
    from loom_memory_vector.calibration_report import (  # noqa: PLC0415 - as above
        CalibrationReport,
        Rule,
        summary_lines,
        table_lines,
    )
    from loom_memory_vector.choosing import make_embedder  # noqa: PLC0415 - as above
    from loom_memory_vector.labelled_questions import judge, read_questions  # noqa: PLC0415

    questions = list(read_questions(pairs))
    answered = sum(each.has_answer for each in questions)
    check_counts(answered, len(questions) - answered)
    rule = Rule(keep=keep / 100, keep_gold=keep_gold / 100)
    needed = url if any(each.key is not None for each in questions) else None
    with closing(make_embedder(embedder, base_url=base_url)) as model, _opened(needed) as store:
        asked = judge(questions, model, read=store.read if store else None)
        found = calibrated([*_watched(asked, len(questions))])
        report = CalibrationReport.of(found, rule, model=model.model, space=model.fingerprint)
    if as_json:
        print_json(report)
    else:
        click.echo("\n".join(table_lines(report)))
    for line in summary_lines(report):
        say(line)


def _watched(judged: "Iterator[Judged]", total: int) -> "Iterator[Judged]":
    with progress("Asking") as step:
        for done, each in enumerate(judged, start=1):
            yield each
            step(done, total)


@contextmanager
def _opened(url: str | None) -> "Iterator[MemoryStore | None]":
    if url is None:
        yield None
        return
    with opened_to_read(url) as store:
        yield store


@click.command()
@store_option
@click.option(
    "--embedder",
    required=True,
    help="The new model: local, openai:MODEL, hashing:DIMENSION or package.module:name.",
)
@click.option("--base-url", help="The service of an openai: model, instead of OpenAI's own.")
@click.option("--dry-run", is_flag=True, help="Tell how much would be embedded, and stop.")
@json_option
def reembed(*, url: str, embedder: str, base_url: str | None, dry_run: bool, as_json: bool) -> None:
    """Move a store's vectors to another embedding model.

    Until the switch, which is one step at the end, others use the store with the old model,
    and what they append is moved too. A run that was killed goes on where it was. Programs
    that use the old model are refused afterwards.
    """
    from loom_memory_vector.floor import shipped_floor  # noqa: PLC0415 - as above
    from loom_memory_vector.reembed_report import ReembedReport  # noqa: PLC0415 - as above

    options, moving = _options_for(url, embedder, base_url)
    move: Move
    if dry_run:
        move = moving.planned_move(options)
    else:
        with progress("Embedding") as step:
            move = moving.reembed(options, progress=step)
    contents = counted(move.contents, "content", "contents")
    if move.old.same_space(move.new):
        say(f"Nothing to do: the store holds vectors of {move.old}.")
    elif dry_run:
        say(f"Would embed {contents}, to move from {move.old} to {move.new}.")
    else:
        say(f"Embedded {contents}: moved from {move.old} to {move.new}.")
        say(f"Open it with {move.url}")
        if shipped_floor(move.new) is None:
            say(
                f"Add min_score and min_top_score to it: nobody has measured them for "
                f"{move.new.family}. `loom memory calibrate` derives them."
            )
    if as_json:
        print_json(ReembedReport.of(move, dry_run=dry_run))


def _options_for(url: str, embedder: str, base_url: str | None) -> "tuple[EmbeddingOptions, Any]":
    """The options of the store with the new model, and the module that moves such a store.

    What belonged to the old model is left out.
    """
    from loom_memory_core import resolve  # noqa: PLC0415 - as above

    from loom_memory_vector.embedding_options import EmbeddingOptions  # noqa: PLC0415 - as above

    backend, options = resolve(url)
    name = backend.name
    if name not in MOVING or not isinstance(options, EmbeddingOptions):
        raise Failure(
            "only a store that carries vectors can be moved to another model",
            hint="name one: --store vector+sqlite:///... or vector+postgresql://...",
        )
    new = {"embedder": embedder, "base_url": base_url, "min_score": None, "min_top_score": None}
    return options.model_copy(update=new), import_module(MOVING[name])
