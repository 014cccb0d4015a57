"""The tree of command paths that installed distributions declare, before anything is loaded."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from typing import Final

COMMANDS: Final = "loom.commands"
"""The entry-point group: each entry's name is a path, such as ``memory.reembed``."""


@dataclass
class CommandNode:
    """One path: the entries that claim it, and what lies below it."""

    claims: list[EntryPoint] = field(default_factory=list)
    """None for a group that exists by its children alone; two or more are a clash."""

    children: "dict[str, CommandNode]" = field(default_factory=dict)


def command_tree(entries: Iterable[EntryPoint]) -> CommandNode:
    """The tree of ``entries``.

    Examples:
        >>> tree = command_tree([EntryPoint("memory.reembed", "acme:reembed", COMMANDS)])
        >>> list(tree.children), list(tree.children["memory"].children)
        (['memory'], ['reembed'])
    """
    root = CommandNode()
    for entry in entries:
        node = root
        for name in _path(entry.name):
            node = node.children.setdefault(name, CommandNode())
        node.claims.append(entry)
    return root


def _path(name: str) -> list[str]:
    segments = name.split(".")
    return segments if all(segments) else [name]
