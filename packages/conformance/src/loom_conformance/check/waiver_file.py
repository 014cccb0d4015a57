"""The waivers beside the target's own tests, and the name of the contract class there."""

import ast
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple, TypeVar

from loom_conformance.waivers import FILE_NAME

LEFT_OUT = frozenset({"node_modules", "site-packages", "build", "dist", "venv", "env"})

DEFAULT_CLASS = "TestStore"

P = TypeVar("P", bound=PurePath)


class Waived(NamedTuple):
    """What the target's tests say."""

    text: str | None = None
    """The file of waivers; ``None`` if there is none."""

    class_name: str = DEFAULT_CLASS
    """The contract class beside it."""


def waived_by(project: Path | None, file: Path | None) -> Waived:
    """The waivers of a project's folder or sdist, or of the file that the user has named."""
    if file is not None:
        return Waived(file.read_text(encoding="utf-8"), _class_in(_modules_beside(file)))
    if project is None or not project.exists():
        return Waived()
    return _of_folder(project) if project.is_dir() else _of_sdist(project)


def _of_folder(project: Path) -> Waived:
    found = _first([path.relative_to(project) for path in project.rglob(FILE_NAME)])
    return Waived() if found is None else waived_by(None, project / found)


def _of_sdist(sdist: Path) -> Waived:
    """Read from the archive as it lies: nothing is unpacked, so nothing can land elsewhere."""
    try:
        with tarfile.open(sdist) as archive:
            files = {PurePosixPath(each.name): each for each in archive if _is_file(each)}
            found = _first([path for path in files if path.name == FILE_NAME])
            if found is None:
                return Waived()
            text = _content(archive, files[found]).decode("utf-8")
            beside = sorted(path for path in files if _is_module_beside(path, found))
            return Waived(text, _class_in(_content(archive, files[path]) for path in beside))
    except (tarfile.TarError, OSError, KeyError):
        return Waived()


def _is_file(member: tarfile.TarInfo) -> bool:
    return member.isfile() or member.islnk()


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    assert file is not None
    return file.read()


def _is_module_beside(path: PurePath, file: PurePath) -> bool:
    return path.suffix == ".py" and path.parent == file.parent


def _first(files: list[P]) -> P | None:
    wanted = [path for path in files if not any(map(_is_left_out, path.parts))]
    return min(wanted, key=lambda path: (len(path.parts), path), default=None)


def _is_left_out(part: str) -> bool:
    return part in LEFT_OUT or part.startswith(".")


def _modules_beside(file: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted(file.parent.glob("*.py")))


def _class_in(modules: Iterable[bytes]) -> str:
    for module in modules:
        try:
            tree = ast.parse(module)
        except (SyntaxError, ValueError):
            continue
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and "MemoryStoreContract" in map(_name, node.bases):
                return node.name
    return DEFAULT_CLASS


def _name(base: ast.expr) -> str:
    return ast.unparse(base).rpartition(".")[2]
