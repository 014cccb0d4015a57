"""A command that could not be loaded: a line in the help, and an error when it is run."""

from typing import NoReturn

import click

from loom_memory_cli.failure import Failure
from loom_memory_cli.printable import printable_line


class BrokenCommand(click.Command):
    """Stands where the command would be, and says why it is not there.

    Args:
        name: The command's name, as typed.
        reason: Who declares it and what went wrong.
        hint: What the reader can do about it.
    """

    def __init__(self, name: str, reason: str, *, hint: str) -> None:
        self.reason = f"broken: {printable_line(reason)}"
        super().__init__(
            name,
            help=f"{self.reason}\n\n{hint}",
            context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
        )
        self._hint = hint

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - the reason is not cut
        """The reason, whole."""
        return self.reason

    def invoke(self, ctx: click.Context) -> NoReturn:
        """Refuse to run."""
        raise Failure(f"{ctx.command_path} is {self.reason}", hint=self._hint)
