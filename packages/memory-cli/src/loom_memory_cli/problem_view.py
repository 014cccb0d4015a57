"""Problems of a store as people read them: one a line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from loom_memory_cli.printable import printable_line

if TYPE_CHECKING:
    from loom_memory_core import Problem


def print_problems(problems: Iterable["Problem"]) -> None:
    """Print each of the ``problems`` with its place."""
    for each in problems:
        key = "" if each.key is None else f"  {each.key!r}"
        position = "" if each.position is None else f"[{each.position}]"
        click.echo(printable_line(f"{each.kind}{key}{position}  {each.detail}"))
