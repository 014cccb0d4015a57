"""Stdin and stdout as bytes, and what is a terminal: a process may be started without them."""

import sys
from typing import BinaryIO, TextIO

from loom_memory_cli.failure import Failure


def stdin_bytes() -> BinaryIO:
    """Standard input.

    Raises:
        Failure: The process has none.
    """
    return _bytes_of(sys.stdin, "stdin")


def stdout_bytes() -> BinaryIO:
    """Standard output.

    Raises:
        Failure: The process has none.
    """
    return _bytes_of(sys.stdout, "stdout")


def _bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    if stream is None:
        raise Failure(f"{name} is closed", hint=f"start the command with {name}, or name a file")
    return stream.buffer


def is_terminal(stream: TextIO | None) -> bool:
    """Whether ``stream`` is there and is a terminal."""
    return stream is not None and stream.isatty()
