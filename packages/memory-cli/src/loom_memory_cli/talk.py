"""What a command says to a person, on stderr, so that stdout holds data alone."""

import click

from loom_memory_cli.printable import printable


def say(text: str) -> None:
    """Print ``text`` on stderr."""
    click.echo(printable(text), err=True)


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    Examples:
        >>> counted(1, "entry", "entries"), counted(1200, "key")
        ('1 entry', '1,200 keys')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
