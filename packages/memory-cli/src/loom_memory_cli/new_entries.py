"""Entries made from what a person types or pipes in."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from loom_memory_cli.streams import is_terminal, stdin_bytes

if TYPE_CHECKING:
    from loom_memory_core import MemoryEntry


def entries_of_texts(texts: Sequence[str], labels: Mapping[str, str | None]) -> list["MemoryEntry"]:
    """One entry for each text; without a text, or where it is ``-``, for each line of stdin.

    Args:
        texts: As typed.
        labels: ``role``, ``meta`` as JSON, ``timestamp`` as ISO 8601 or ``now``, each or none.

    Raises:
        InvalidEntryError: A label is not what its field holds.
    """
    if tuple(texts) in {(), ("-",)}:
        if not texts and is_terminal(sys.stdin):
            raise click.UsageError("Give TEXT, or pipe lines in; - reads what you type.")
        texts = [_decoded(number, line) for number, line in _lines()]
    fields = _fields(labels)
    return [_entry({"content": text, **fields}) for text in texts]


def entries_of_json_lines(
    texts: Sequence[str], labels: Mapping[str, str | None]
) -> list["MemoryEntry"]:
    """One entry for each line of stdin, which is an entry as JSON.

    Raises:
        InvalidEntryError: A line is not one; the message has its number.
    """
    if tuple(texts) not in {(), ("-",)} or any(labels.values()):
        raise click.UsageError("--json-lines reads whole entries from stdin: leave the rest out.")
    return [_entry_of_line(number, line) for number, line in _lines()]


def _lines() -> Iterator[tuple[int, bytes]]:
    """Each line of stdin that holds something, with its number, from 1."""
    for number, line in enumerate(stdin_bytes(), start=1):
        if line.strip():
            yield number, line.rstrip(b"\r\n")


def _decoded(number: int, line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise click.UsageError(f"Line {number} of stdin is not UTF-8: {error}") from error


def _fields(labels: Mapping[str, str | None]) -> dict[str, object]:
    """The fields that are given, parsed."""
    fields: dict[str, object] = {name: text for name, text in labels.items() if text is not None}
    if labels.get("meta") is not None:
        fields["meta"] = _json(labels["meta"] or "")
    if labels.get("timestamp") is not None:
        fields["timestamp"] = _time(labels["timestamp"] or "")
    return fields


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is not JSON: {error}", param_hint="--meta") from error


def _time(text: str) -> datetime:
    if text == "now":
        return datetime.now(UTC)
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--timestamp") from error


def _entry(fields: dict[str, object]) -> "MemoryEntry":
    from loom_memory_core import MemoryEntry  # noqa: PLC0415 - not needed for the help

    return MemoryEntry(**fields)  # type: ignore[arg-type]  # it checks each field itself


def _entry_of_line(number: int, line: bytes) -> "MemoryEntry":
    from loom_memory_core import InvalidEntryError, MemoryEntry  # noqa: PLC0415 - as above

    try:
        return MemoryEntry.from_json(line)
    except InvalidEntryError as error:
        raise InvalidEntryError(f"line {number}: {error.message}", hint=error.hint) from error
