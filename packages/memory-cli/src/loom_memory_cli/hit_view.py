"""Search hits as people read them: score, text, and the words that matched, in 80 columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from loom_memory_cli.colour import escapes_are_welcome
from loom_memory_cli.entry_view import entry_heading, entry_words
from loom_memory_cli.marking import Span, marked_spans

if TYPE_CHECKING:
    from loom_memory_core import SearchHit
    from rich.console import Console
    from rich.text import Text

_WIDEST: Final = 100
_INDENT: Final = "    "
_MAX_LINES: Final = 6


def print_hits(
    hits: Sequence["SearchHit"], query: str, *, whole: bool = False, language: str
) -> None:
    """Print ``hits`` on stdout, best first.

    The words that match are in colour on a terminal; where there is no colour (a pipe,
    ``NO_COLOR``, a dumb terminal) they stand between asterisks.

    Args:
        hits: What a search gave.
        query: What was asked.
        whole: Print every line of each text, however long.
        language: Whose stems to use for marking; ``none`` for nobody's.
    """
    console = _console()
    for rank, hit in enumerate(hits, start=1):
        words = entry_words(hit.entry)
        text = _marked(words, marked_spans(words, query, language=language), console)
        lines = list(text.wrap(console, min(console.width, _WIDEST) - len(_INDENT)))
        # Rich ends the process itself when nobody reads on, so click does the writing.
        with console.capture() as printed:
            console.print(_heading(rank, hit), style="dim", soft_wrap=True)
            for line in lines if whole else _best_part(lines):
                console.print(_indented(line), soft_wrap=True)
        click.echo(printed.get(), nl=False, color=True)


def _console() -> "Console":
    from rich.console import Console  # noqa: PLC0415 - not needed for the help

    console = Console(highlight=False, markup=False, emoji=False)
    if console.is_terminal and escapes_are_welcome():
        return console
    return Console(
        highlight=False, markup=False, emoji=False, color_system=None, force_terminal=False
    )


def _heading(rank: int, hit: "SearchHit") -> str:
    similarity = "" if hit.similarity is None else f"  cosine {hit.similarity:.2f}"
    return f"{rank:>2}  {hit.score:.3f}{similarity}  {entry_heading(hit.entry)}"


def _indented(line: "Text") -> "Text":
    from rich.text import Text  # noqa: PLC0415 - as above

    line.rstrip()
    return Text.assemble(_INDENT, line)


def _marked(words: str, spans: Sequence[Span], console: "Console") -> "Text":
    """``words`` with each of the ``spans`` in colour, or between asterisks."""
    from rich.text import Text  # noqa: PLC0415 - not needed for the help

    mark = "" if console.is_terminal else "*"
    text = Text()
    at = 0
    for start, end in spans:
        text.append(words[at:start])
        text.append(f"{mark}{words[start:end]}{mark}", style="bold yellow")
        at = end
    return text.append(words[at:])


def _best_part(lines: Sequence["Text"]) -> list["Text"]:
    """The lines of a long text that hold the most marks, in one piece."""
    if len(lines) <= _MAX_LINES:
        return list(lines)
    from rich.text import Text  # noqa: PLC0415 - not needed for the help

    marks = [len(line.spans) for line in lines]
    starts = range(len(lines) - _MAX_LINES + 1)
    start = max(starts, key=lambda at: sum(marks[at : at + _MAX_LINES]))
    before = [Text("...")] if start > 0 else []
    after = [Text("...")] if start < starts[-1] else []
    return [*before, *lines[start : start + _MAX_LINES], *after]
