"""``--append`` and ``--replace``: what to do with a stored list that is another list."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from loom_memory_core import Policy

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def policy_options(command: Decorated) -> Decorated:
    """Give a command ``--append`` and ``--replace``, which arrive by these names."""
    append = click.option(
        "--append", is_flag=True, help="Put the new list behind a stored one that differs."
    )
    replace = click.option(
        "--replace", is_flag=True, help="Put the new list in the place of one that differs."
    )
    return append(replace(command))


def policy_of(*, append: bool, replace: bool) -> "Policy":
    """The policy that the options ask for; without one, to refuse."""
    from loom_memory_core import Policy  # noqa: PLC0415 - not needed for the help

    if append and replace:
        raise click.UsageError("Give --append or --replace, not both.")
    if append:
        return Policy.APPEND
    return Policy.REPLACE if replace else Policy.REFUSE
