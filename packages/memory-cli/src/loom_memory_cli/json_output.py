"""``--json``: one JSON object on stdout, with a ``schema_version``, for programs to read."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from pydantic import BaseModel

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def json_option(command: Decorated) -> Decorated:
    """Give a command ``--json``, which arrives as ``as_json``."""
    option = click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object instead of text."
    )
    return option(command)


def print_json(report: "BaseModel") -> None:
    """Print ``report`` as one JSON object in UTF-8, whatever the terminal's encoding is."""
    text = json.dumps(report.model_dump(mode="json"), ensure_ascii=False, indent=2)
    click.echo(text.encode())
