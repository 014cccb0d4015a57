"""A package that is not there yet: its files, and the one step that puts them on the disk."""

import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loom_scaffold.author import author_table
from loom_scaffold.errors import ScaffoldError
from loom_scaffold.name import BackendName
from loom_scaffold.template import renamed, template_files


@dataclass(frozen=True)
class Project:
    """A package for a backend."""

    name: BackendName

    files: Mapping[str, str]
    """What is in it: the text of each file by its path, with slashes, in order."""

    def folder(self, into: Path) -> Path:
        """Where the package will lie.

        Raises:
            ScaffoldError: ``into`` is no folder, or something lies there already.
        """
        if not into.is_dir():
            raise ScaffoldError(f"{into} is not a folder", hint=f"make it first: mkdir -p {into}")
        folder = into / self.name.distribution
        if os.path.lexists(folder):
            raise ScaffoldError(
                f"{folder} exists, and nothing is written over it",
                hint="choose another name or another folder (--into), or take it away",
            )
        return folder

    def write(self, into: Path) -> Path:
        """Write the package into a new folder, which appears whole or not at all.

        Args:
            into: The folder in which the new one will lie.

        Returns:
            The new folder.

        Raises:
            ScaffoldError: As ``folder``.
            OSError: The disk refused; nothing is left behind.
        """
        folder = self.folder(into)
        part = into / f".{folder.name}-{secrets.token_hex(4)}.part"
        try:
            self._write_all(part)
            part.rename(folder)
        except BaseException as error:
            shutil.rmtree(part, ignore_errors=True)
            if isinstance(error, OSError):
                self.folder(into)  # somebody else may have made it in the meantime
            raise
        return folder

    def _write_all(self, folder: Path) -> None:
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def memory_project(name: str, *, author: str | None = None) -> Project:
    """A complete package for a memory backend.

    It has the three required verbs over a table of SQLite, to be replaced, and passes the
    contract as it is.

    Args:
        name: What its URLs begin with, such as ``acme``.
        author: A name, or ``NAME <ADDRESS>``; "The Acme authors" unless given.

    Raises:
        ScaffoldError: The name or the author cannot be one; the hint says what would work.

    Examples:
        >>> project = memory_project("acme-cloud")
        >>> [path for path in project.files if path.endswith("store.py")]
        ['src/loom_memory_acme_cloud/store.py']
    """
    called = BackendName.parse(name)
    files = {
        renamed(path, called): renamed(text, called)
        for path, text in template_files("memory").items()
    }
    if author is not None:
        nobody = f'{{ name = "The {called.class_prefix} authors" }}'
        written = files["pyproject.toml"].replace(nobody, author_table(author))
        files["pyproject.toml"] = written
    return Project(called, files)
