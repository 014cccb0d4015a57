"""Progress bars on stderr, for long work that somebody watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from loom_memory_cli.streams import is_terminal

if TYPE_CHECKING:
    from loom_memory_core import Progress


@contextmanager
def progress(label: str, *, quiet: bool = False) -> Iterator["Progress"]:
    """A function to tell of progress, shown as a bar; no bar when stderr is not a terminal.

    Args:
        label: What is being done.
        quiet: Show nothing; for a command that is writing its data to the same terminal.

    Examples:
        >>> with progress("Loading") as step:
        ...     step(500, 1_000)
    """
    if quiet or not is_terminal(sys.stderr):
        yield _tell_nobody
        return
    from rich import console  # noqa: PLC0415 - slow to import, rarely needed
    from rich import progress as bars  # noqa: PLC0415 - as above

    bar = bars.Progress(
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
        console=console.Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def _tell_nobody(_done: int, _total: int) -> None:
    pass
