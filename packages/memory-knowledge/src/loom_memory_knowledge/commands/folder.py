"""The Markdown files of a folder, each with the path that it gets."""

from collections.abc import Iterator
from pathlib import Path as File
from typing import NamedTuple

from loom_memory_cli import Exit, Failure

from loom_memory_knowledge.documents.path import Path, path_segment


class Page(NamedTuple):
    """One file."""

    file: File
    path: Path


def pages(folder: File, into: Path) -> list[Page]:
    """The Markdown files below a folder, sorted; hidden files and folders are left out.

    Raises:
        Failure: There are none, or two would get one path; nothing was written.
    """
    found = [Page(file, _path(file.relative_to(folder), into)) for file in _files(folder)]
    if not found:
        raise Failure(
            f"folder {str(folder)!r} holds no Markdown file",
            hint="files ending in .md or .markdown are imported",
            exit_code=Exit.PROBLEMS,
        )
    by_path: dict[Path, File] = {}
    for page in found:
        other = by_path.setdefault(page.path, page.file)
        if other != page.file:
            raise Failure(
                f"files {str(other)!r} and {str(page.file)!r} would both be {str(page.path)!r}",
                hint="rename one of them; nothing was imported",
                exit_code=Exit.PROBLEMS,
            )
    return found


def _files(folder: File) -> Iterator[File]:
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.suffix.lower() in {".md", ".markdown"} and file.is_file() and not hidden:
            yield file


def _path(file: File, into: Path) -> Path:
    names = [*file.parent.parts, file.stem]
    return Path.of([*into.segments, *map(path_segment, names)])
