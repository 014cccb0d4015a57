"""The waivers beside the target's own tests, and the name of the contract class there."""

import ast
import tarfile
from pathlib import Path
from typing import NamedTuple

from loom_conformance.waivers import FILE_NAME

LEFT_OUT = frozenset({"node_modules", "site-packages", "build", "dist", "venv", "env"})

DEFAULT_CLASS = "TestStore"


class Waived(NamedTuple):
    """What the target's tests say."""

    text: str | None = None
    """The file of waivers; ``None`` if there is none."""

    class_name: str = DEFAULT_CLASS
    """The contract class beside it."""


def waived_by(project: Path | None, file: Path | None) -> Waived:
    """The waivers of a project's folder, or of the file that the user has named."""
    if file is not None:
        return Waived(file.read_text(encoding="utf-8"), _class_beside(file))
    if project is None or not project.is_dir():
        return Waived()
    found = sorted(_files(project, FILE_NAME), key=lambda path: (len(path.parts), path))
    if not found:
        return Waived()
    return Waived(found[0].read_text(encoding="utf-8"), _class_beside(found[0]))


def unpacked(sdist: Path, folder: Path) -> Path | None:
    """The folder of an sdist, unpacked below ``folder``; ``None`` where it cannot be."""
    try:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, OSError):
        return None
    return next((path for path in folder.iterdir() if path.is_dir()), None)


def _files(project: Path, name: str) -> list[Path]:
    return [
        path
        for path in project.rglob(name)
        if not any(
            part in LEFT_OUT or part.startswith(".") for part in path.relative_to(project).parts
        )
    ]


def _class_beside(file: Path) -> str:
    for path in sorted(file.parent.glob("*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and "MemoryStoreContract" in map(_name, node.bases):
                return node.name
    return DEFAULT_CLASS


def _name(base: ast.expr) -> str:
    return ast.unparse(base).rpartition(".")[2]
