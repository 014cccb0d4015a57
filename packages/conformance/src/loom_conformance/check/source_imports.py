"""What the package imports from behind the front door of another one, read from its source."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from loom_conformance.check.contents import Contents
from loom_conformance.check.finding import Finding, advice, fault

PUBLIC: Final = frozenset(
    {
        "loom_memory_core.hookspecs",
        "loom_memory_core.language",
        "loom_conformance.strategies",
        "loom_conformance.saboteurs",
    }
)
"""Modules of Loom's packages that are promised beside the package roots."""


class Imported(NamedTuple):
    """One import: ``from module import names``, or ``import module``."""

    line: int
    module: str
    names: tuple[str, ...]


def import_findings(contents: Contents) -> Iterator[Finding]:
    """Every import of what another package has not promised."""
    own = set(contents.packages())
    for path, file in contents.files.items():
        if path.endswith(".py"):
            for each in imports_of(file):
                if each.module.partition(".")[0] not in own:
                    yield from _judged(path, each)


def imports_of(file: Path) -> list[Imported]:
    """The absolute imports of a module; none if it is not Python."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return []
    return [each for node in ast.walk(tree) for each in _imported(node)]


def _imported(node: ast.AST) -> list[Imported]:
    match node:
        case ast.ImportFrom(module=str(module), level=0, names=names):
            return [Imported(node.lineno, module, tuple(each.name for each in names))]
        case ast.Import(names=names):
            return [Imported(node.lineno, each.name, ()) for each in names]
        case _:
            return []


def _judged(path: str, found: Imported) -> Iterator[Finding]:
    top, _, inner = found.module.partition(".")
    private = [name for name in found.names if _is_private(name)]
    where = f"{path}:{found.line} imports"
    if top.startswith("loom_"):
        if inner and found.module not in PUBLIC:
            yield fault(
                "import.private",
                f"{where} {found.module}, which is an inner module of {top}",
                hint=f"import from {top} itself; what is not there may change at any time",
            )
        elif private:
            yield fault(
                "import.private",
                f"{where} {', '.join(private)} from {found.module}, which is private there",
                hint="use what the package exports, or write your own",
            )
    elif any(_is_private(part) for part in inner.split(".")):
        yield advice(
            "import.private",
            f"{where} {found.module}, which is private in {top}",
            hint=f"use what {top} promises: the next version may not have it",
        )


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
