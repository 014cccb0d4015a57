"""``loom plugin list``: which backends are installed, and which of them are broken."""

from typing import TYPE_CHECKING, Final

import click

from loom_memory_cli.json_output import json_option, print_json
from loom_memory_cli.printable import printable_line

if TYPE_CHECKING:
    from loom_memory_cli.reports import BackendReport, CommandReport

_INDENT: Final = " " * 20


@click.command("list")
@click.option("--no-load", is_flag=True, help="Import no plugin: tell what the metadata says.")
@json_option
def list_plugins(*, no_load: bool, as_json: bool) -> None:
    """Print the installed backends, and what is broken.

    Each is loaded in a process of its own, with five seconds, so that a broken one is a
    line that says why, and the exit code is 0. So is a command of another package; those
    that work are in the help.
    """
    from loom_memory_cli.backend_list import advertised, loaded  # noqa: PLC0415 - not for the help
    from loom_memory_cli.command_list import foreign_commands  # noqa: PLC0415 - as above

    backends = advertised() if no_load else loaded()
    commands = foreign_commands(load=not no_load)
    if as_json:
        from loom_memory_cli.reports import PluginListReport  # noqa: PLC0415 - as above

        print_json(PluginListReport(loaded=not no_load, backends=backends, commands=commands))
        return
    for backend in backends:
        _print(backend)
    for command in commands:
        if command.error:
            _print_broken(command)


def _print_broken(command: "CommandReport") -> None:
    by = f"{command.distribution} {command.version}"
    _print_heading(f"loom {command.command}", by)
    _print_below(f"BROKEN: {command.error}", f"hint: {command.hint}")


def _print_heading(name: str, about: str) -> None:
    begin = f"{printable_line(name):<{len(_INDENT)}}"
    click.echo(click.wrap_text(printable_line(about), 80, begin, _INDENT))


def _print_below(*lines: str | None) -> None:
    for line in lines:
        if line:
            click.echo(click.wrap_text(printable_line(line), 80, _INDENT, _INDENT))


def _print(backend: "BackendReport") -> None:
    about = [f"{backend.distribution} {backend.version}"]
    if backend.contract:
        about.append(f"contract {backend.contract}")
    if backend.matching:
        about.append(f"matches by {backend.matching}")
    if not backend.enabled:
        about.append("shut out by LOOM_PLUGINS")
    _print_heading(backend.scheme, ", ".join(about))
    verbs = None if backend.verbs is None else " ".join(("append read clear", *backend.verbs))
    error = backend.error and f"BROKEN: {backend.error}"
    _print_below(backend.summary, verbs, error, backend.hint and f"hint: {backend.hint}")
