"""A package that is not there yet: its files, and the one step that puts them on the disk."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loom_scaffold.author import author_name, author_table
from loom_scaffold.errors import ScaffoldError
from loom_scaffold.license import DEFAULT, check_license
from loom_scaffold.name import BackendName
from loom_scaffold.part import part_folder
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

        What a writer that was killed left beside it is taken away.

        Args:
            into: The folder in which the new one will lie.

        Returns:
            The new folder.

        Raises:
            ScaffoldError: As ``folder``.
            OSError: The disk refused; nothing is left behind.
        """
        folder = self.folder(into)
        try:
            with part_folder(into, folder.name) as part:
                self._write_all(part)
                part.rename(folder)
        except OSError:
            self.folder(into)  # somebody else may have made it in the meantime
            raise
        return folder

    def _write_all(self, folder: Path) -> None:
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def memory_project(name: str, *, author: str | None = None, license_id: str = DEFAULT) -> Project:
    """A complete package for a memory backend.

    It has the three required verbs over a table of SQLite, to be replaced, and passes the
    contract as it is.

    Args:
        name: What its URLs begin with, such as ``acme``.
        author: A name, or ``NAME <ADDRESS>``; "The Acme authors" unless given.
        license_id: What it is licensed under: ``Apache-2.0``, ``BSD-3-Clause``, ``MIT`` or
            ``MPL-2.0``.

    Raises:
        ScaffoldError: The name, the author or the licence cannot be one; the hint says what
            would work.

    Examples:
        >>> project = memory_project("acme-cloud")
        >>> [path for path in project.files if path.endswith("store.py")]
        ['src/loom_memory_acme_cloud/store.py']
        >>> memory_project("acme", license_id="MIT").files["LICENSE"].splitlines()[2]
        'Copyright (c) The Acme authors'
    """
    called = BackendName.parse(name)
    template = template_files("memory")
    if check_license(license_id) != DEFAULT:
        template["LICENSE"] = template_files("licenses")[f"{license_id}.txt"]
        template["pyproject.toml"] = template["pyproject.toml"].replace(
            f'license = "{DEFAULT}"', f'license = "{license_id}"'
        )
    files = {renamed(path, called): renamed(text, called) for path, text in template.items()}
    if author is not None:
        _sign(files, f"The {called.class_prefix} authors", author)
    return Project(called, files)


def _sign(files: dict[str, str], nobody: str, author: str) -> None:
    """Put the author where the template speaks of nobody."""
    table = author_table(author)
    unsigned = f'{{ name = "{nobody}" }}'
    files["pyproject.toml"] = files["pyproject.toml"].replace(unsigned, table)
    holder = f"Copyright (c) {author_name(author)}\n"  # not every licence names its holder
    files["LICENSE"] = files["LICENSE"].replace(f"Copyright (c) {nobody}\n", holder)
