"""The program: every command of every installed distribution, under one name."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import EntryPoint
from io import TextIOWrapper
from typing import Any

import click

from loom_memory_cli.command_group import CommandGroup
from loom_memory_cli.command_tree import COMMANDS, command_tree
from loom_memory_cli.exit_codes import Exit
from loom_memory_cli.failure import let_go_of_output, run_to_exit_code
from loom_memory_cli.installed import declared
from loom_memory_cli.versions import version_option


class Program(CommandGroup):
    """The root: it decides how a command ends, whoever wrote the command."""

    def main(  # noqa: PLR0917 - click's signature
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 - as above
        **extra: Any,  # noqa: ANN401 - as above
    ) -> Any:  # noqa: ANN401 - as above
        """Run as a process does, and exit with the code that fits."""
        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False, **extra)
        return sys.exit(run_to_exit_code(run)) if standalone_mode else run()

    def invoke(self, ctx: click.Context) -> None:
        """Run the command that was named; what it returns is not an exit code."""
        try:
            super().invoke(ctx)
        except BrokenPipeError:  # click would say 1, which stands for problems found
            let_go_of_output()
            ctx.exit(Exit.PIPE_CLOSED)


def program() -> Program:
    """The ``loom`` command, with what is installed now."""
    return Program(
        "loom",
        command_tree(allowed(declared(COMMANDS))).children,
        help="Loom: agent memory in the store of your choice.",
        params=[version_option()],
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    )


def allowed(entries: list[EntryPoint]) -> list[EntryPoint]:
    """``entries``, without other packages' where ``LOOM_PLUGINS`` is set and names none."""
    if os.environ.get("LOOM_PLUGINS", "all").strip():
        return entries
    return [entry for entry in entries if entry.module.partition(".")[0] == __package__]


def main() -> None:
    """Run the program on the arguments of this process, and exit."""
    if isinstance(sys.stdout, TextIOWrapper):  # not so when it is closed
        sys.stdout.reconfigure(errors="backslashreplace")
    program().main(prog_name="loom")
