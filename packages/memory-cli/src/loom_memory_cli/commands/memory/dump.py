"""``loom memory dump``: every list as JSON Lines."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from loom_memory_cli.exit_codes import Exit
from loom_memory_cli.progress import progress
from loom_memory_cli.stores import opened_to_read, store_option
from loom_memory_cli.streams import is_terminal, stdout_bytes
from loom_memory_cli.talk import counted, say


class _Utf8:
    """Takes text and writes it as UTF-8, whatever the terminal's encoding is."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        self._file.write(text.encode())


@click.command()
@click.option(
    "--out",
    type=click.Path(dir_okay=False, allow_dash=True),
    default="-",
    help="Write to this file once all is read; - is stdout.  [default: -]",
)
@click.option("--prefix", default="", help="Only keys that begin with it.")
@click.option("--skip-corrupt", is_flag=True, help="Leave out rows that cannot be parsed.")
@store_option
@click.pass_context
def dump(context: click.Context, *, out: str, prefix: str, skip_corrupt: bool, url: str) -> None:
    """Write every list as JSON Lines.

    Keys are in order, and entries in append order, one {"key": ..., "entry": {...}} a line.
    Exits with 1 when rows had to be left out.
    """
    from loom_memory_core import dump as dump_store  # noqa: PLC0415 - not needed for the help

    crowded = out == "-" and is_terminal(sys.stdout)
    with (
        opened_to_read(url) as store,
        _sink(out) as file,
        progress("Dumping", quiet=crowded) as step,
    ):
        report = dump_store(
            store, _Utf8(file), prefix=prefix, skip_corrupt=skip_corrupt, progress=step
        )
    say(f"Wrote {counted(report.entries, 'entry', 'entries')} of {counted(report.keys, 'key')}.")
    if report.corrupt:
        say(f"Left out {counted(report.corrupt, 'corrupt row')}; `loom memory repair` sets aside.")
        context.exit(Exit.PROBLEMS)


@contextmanager
def _sink(out: str) -> Iterator[IO[bytes]]:
    """Where the dump goes; a regular file appears, or is replaced, when it is whole."""
    target = Path(out).resolve()
    if out == "-":
        yield stdout_bytes()
    elif target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
    else:
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            with _made(part, target) as file:
                yield file
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)


def _made(part: Path, target: Path) -> IO[bytes]:
    """A new file beside ``target``; an error names the file that was asked for."""
    try:
        return part.open("xb")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from error
