"""``--scope``: whose knowledge, from the command line or the environment."""

from collections.abc import Callable
from typing import Final, TypeVar

import click
from loom_memory_core import LoomError

from loom_memory_knowledge.scope import Scope

SCOPE_VARIABLE: Final = "LOOM_SCOPE"
"""The environment variable that is read when no ``--scope`` is given."""

DEFAULT_SCOPE: Final = "user/me"

Decorated = TypeVar("Decorated", bound=Callable[..., object])


class ScopeType(click.ParamType[Scope]):
    """``user/<id>``, ``agent/<id>`` or ``tenant/<id>``."""

    name = "scope"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Scope:
        """The scope that was written."""
        try:
            return Scope.parse(str(value))
        except LoomError as error:
            self.fail(f"{error.message}: {error.hint}", param, ctx)


def scope_option(command: Decorated) -> Decorated:
    """Give a command ``--scope SCOPE``, which arrives as ``scope``."""
    option = click.option(
        "--scope",
        type=ScopeType(),
        envvar=SCOPE_VARIABLE,
        show_envvar=True,
        default=DEFAULT_SCOPE,
        show_default=True,
        help="Whose knowledge: user/ID, agent/ID or tenant/ID.",
    )
    return option(command)
