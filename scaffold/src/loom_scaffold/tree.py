"""Paths drawn as a tree."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

Folder: TypeAlias = "dict[str, Folder]"


def tree_lines(root: str, paths: Iterable[str]) -> Iterator[str]:
    r"""One line for each folder and file below ``root``; ``paths`` have slashes.

    Examples:
        >>> print(*tree_lines("acme", ["README.md", "src/store.py"]), sep="\n")
        acme
        ├── README.md
        └── src
            └── store.py
    """
    folder: Folder = {}
    for path in paths:
        inside = folder
        for part in path.split("/"):
            inside = inside.setdefault(part, {})
    yield root
    yield from _below(folder, "")


def _below(folder: Mapping[str, Folder], indent: str) -> Iterator[str]:
    for left, (name, inside) in zip(range(len(folder) - 1, -1, -1), folder.items(), strict=True):
        yield f"{indent}{'├' if left else '└'}── {name}"
        yield from _below(inside, f"{indent}{'│' if left else ' '}   ")
