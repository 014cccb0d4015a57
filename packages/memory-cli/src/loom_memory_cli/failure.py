"""How a command that fails ends: a message and a hint on stderr, and the exit code that fits."""

import os
import sys
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from loom_memory_cli.exit_codes import Exit
from loom_memory_cli.printable import printable

if TYPE_CHECKING:
    from loom_memory_core import LoomError

_EXITS: Final = {
    "InvalidKeyError": Exit.USAGE,
    "InvalidEntryError": Exit.USAGE,
    "InvalidOptionsError": Exit.USAGE,
    "ConflictError": Exit.PROBLEMS,
    "CorruptEntryError": Exit.PROBLEMS,
}
"""By name, so that core is imported only where a command needs it."""


class Failure(click.ClickException):
    """Ends a command with a message, a hint and an exit code.

    Args:
        message: What failed and why.
        hint: What the reader can do about it.
        exit_code: What the process says to its caller.
    """

    def __init__(
        self, message: str, *, hint: str = "", exit_code: Exit = Exit.COULD_NOT_RUN
    ) -> None:
        super().__init__(message)
        self.hint = hint
        self.exit_code = exit_code  # type: ignore[misc]  # click reads it from the instance

    def format_message(self) -> str:
        """The message and the hint, safe for a terminal."""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return printable(f"{self.message}{hint}")


def run_to_exit_code(command: Callable[[], object]) -> int:
    """Call ``command``, tell of whatever it raises, and give the process's exit code."""
    try:
        return _outcome(command)
    except BrokenPipeError:
        let_go_of_output()
        return Exit.PIPE_CLOSED


def _outcome(command: Callable[[], object]) -> int:
    try:
        code = command()
        click.echo(nl=False)  # flushes, where a full disk or a closed pipe shows
    except BrokenPipeError:
        raise
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort as error:
        return _aborted(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not "problems were found"
        return _failed(error)
    return code if isinstance(code, int) else Exit.DONE


def _failed(error: Exception) -> int:
    if isinstance(error, OSError):
        let_go_of_output()
    failure = _failure_of(error)
    if failure is None:
        traceback.print_exception(error)
        return Exit.COULD_NOT_RUN
    failure.show()
    return failure.exit_code


def _aborted(error: click.Abort) -> Exit:
    if isinstance(error.__cause__, KeyboardInterrupt):
        return Exit.INTERRUPTED
    click.echo("Aborted.", err=True)
    return Exit.PROBLEMS


def let_go_of_output() -> None:
    """Write what is buffered, or let it go nowhere, so that the interpreter can end."""
    try:
        click.echo(nl=False)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _failure_of(error: Exception) -> Failure | None:
    """The failure that tells of ``error``; none for a fault of the program."""
    core = sys.modules.get("loom_memory_core")
    if core is not None and isinstance(error, core.LoomError):
        return _of_loom_error(error)
    if isinstance(error, OSError):
        hint = "check the path, its permissions and the space that is left"
        return Failure(str(error), hint=hint)
    return None


def _of_loom_error(error: "LoomError") -> Failure:
    names = (each.__name__ for each in type(error).__mro__)
    code = next((_EXITS[name] for name in names if name in _EXITS), Exit.COULD_NOT_RUN)
    return Failure(error.message, hint=f"{error.hint} [{error.code}]", exit_code=code)
