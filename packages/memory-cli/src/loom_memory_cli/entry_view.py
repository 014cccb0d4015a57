"""Entries as people read them: a heading line, and what they say below it."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from loom_memory_cli.colour import escapes_are_welcome
from loom_memory_cli.printable import printable, printable_line

if TYPE_CHECKING:
    from loom_memory_core import MemoryEntry


def print_entries(entries: Iterable["MemoryEntry"]) -> None:
    """Print ``entries`` on stdout, in their order."""
    colour = None if escapes_are_welcome() else False
    for entry in entries:
        click.secho(entry_heading(entry), dim=True, color=colour)
        click.echo(entry_text(entry))


def entry_heading(entry: "MemoryEntry") -> str:
    """Role, time, id and, where a part came from a third party, from whom."""
    from loom_memory_core import origins  # noqa: PLC0415 - not needed for the help

    time = f"{entry.timestamp:%Y-%m-%d %H:%M}" if entry.timestamp else None
    untrusted = [f"from {origin}, untrusted" for origin in origins(entry)]
    parts = [entry.role, time, entry.id, *untrusted]
    return "  ".join(printable_line(part) for part in parts if part)


def entry_text(entry: "MemoryEntry") -> str:
    """What the entry says: its text, or its JSON where the content is not text."""
    content = entry.content
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return printable(text)


def entry_words(entry: "MemoryEntry") -> str:
    """What a search saw of the entry, one leaf a line."""
    from loom_memory_core import searchable_text  # noqa: PLC0415 - not needed for the help

    return printable(searchable_text(entry))
