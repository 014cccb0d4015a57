"""A group of commands from any number of distributions, each loaded when it is asked for."""

from collections.abc import Sequence
from contextlib import nullcontext
from importlib.metadata import EntryPoint
from typing import Any

import click

from loom_memory_cli.broken_command import BrokenCommand
from loom_memory_cli.command_tree import CommandNode
from loom_memory_cli.installed import cures, provider
from loom_memory_cli.patience import LISTING_SECONDS, OutOfPatienceError, bounded


class CommandGroup(click.Group):
    """The commands below one path.

    Args:
        name: The last segment of the path.
        children: What lies below it, by name.
        own: A group that a distribution declares for the path itself: it gives the help,
            the options and commands of its own.
        settings: What else a click group takes.
    """

    def __init__(
        self,
        name: str,
        children: dict[str, CommandNode],
        *,
        own: click.Group | None = None,
        **settings: Any,  # noqa: ANN401 - passed on to click as they are
    ) -> None:
        super().__init__(name, **settings)
        self._children = children
        self._own = own or click.Group(name)
        self._seconds: float | None = None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, sorted; nothing of the children is loaded."""
        return sorted({*self._own.list_commands(ctx), *self._children})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; one that hangs while it is imported is a line, too."""
        self._seconds = LISTING_SECONDS
        try:
            super().format_commands(ctx, formatter)
        finally:
            self._seconds = None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the command; one that cannot be loaded says so in the help and when it runs."""
        own = self._own.get_command(ctx, cmd_name)
        node = self._children.get(cmd_name)
        if node is None:
            return own
        if own is not None:
            return _clash(cmd_name, [f"the group {self.name!r} itself", *_providers(node)])
        return command_at(cmd_name, node, seconds=self._seconds)


def command_at(name: str, node: CommandNode, *, seconds: float | None = None) -> click.Command:
    """The command of ``node``, loaded; a group if anything lies below it.

    Args:
        name: The command's name, as typed.
        node: What is declared for it.
        seconds: How long its import may take; as long as it takes unless given.
    """
    own = _loaded(name, node.claims, seconds)
    if own is None or not node.children:
        return own or CommandGroup(name, node.children, help=f"Commands of {name}.")
    if isinstance(own, click.Group):
        return _merged(own, name, node.children)
    if isinstance(own, BrokenCommand):
        return CommandGroup(name, node.children, help=f"Commands of {name}.", epilog=own.reason)
    return _clash(name, _providers(node))


def _loaded(name: str, claims: Sequence[EntryPoint], seconds: float | None) -> click.Command | None:
    if not claims:
        return None
    if len(claims) > 1:
        return _clash(name, [provider(claim) for claim in claims])
    return _load(name, claims[0], seconds)


def _load(name: str, entry: EntryPoint, seconds: float | None) -> click.Command:
    try:
        with bounded(seconds) if seconds else nullcontext():
            command = entry.load()
    except KeyboardInterrupt:
        raise
    except OutOfPatienceError as error:
        return _broken(name, entry, f"its import {error}")
    except BaseException as error:  # noqa: BLE001 - a stranger's module may even call sys.exit
        return _broken(name, entry, f"{type(error).__name__}: {error}")
    if not isinstance(command, click.Command):
        return _broken(name, entry, f"{entry.value} is a {type(command).__name__}, not a command")
    return command


def _broken(name: str, entry: EntryPoint, reason: str) -> BrokenCommand:
    who = provider(entry)
    return BrokenCommand(
        name,
        f"{who}: {reason}",
        hint=f"{cures(entry)}; LOOM_PLUGINS= (empty) leaves other packages' commands out",
    )


def _clash(name: str, providers: Sequence[str]) -> BrokenCommand:
    return BrokenCommand(
        name,
        f"declared by {' and by '.join(sorted(set(providers)))}",
        hint="pip uninstall one of them; LOOM_PLUGINS= (empty) leaves others' commands out",
    )


def _providers(node: CommandNode) -> list[str]:
    below = [who for child in node.children.values() for who in _providers(child)]
    return [*(provider(claim) for claim in node.claims), *below]


def _merged(own: click.Group, name: str, children: dict[str, CommandNode]) -> CommandGroup:
    """``own`` with ``children`` added, as a new group: what a module holds is left as it is."""
    return CommandGroup(
        name,
        children,
        own=own,
        callback=own.callback,
        params=own.params,
        help=own.help,
        short_help=own.short_help,
        epilog=own.epilog,
        chain=own.chain,
        invoke_without_command=own.invoke_without_command,
        no_args_is_help=own.no_args_is_help,
        context_settings=own.context_settings,
        result_callback=own._result_callback,  # noqa: SLF001 - click tells it in no other way
    )
