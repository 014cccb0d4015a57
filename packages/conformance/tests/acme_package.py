"""An honest package, as a project and as an installed distribution, to be spoilt in one place."""

import shutil
import sys
from pathlib import Path

PROJECT = Path(__file__).parent / "acme"

METADATA = """\
Metadata-Version: 2.4
Name: acme-loom
Version: 1.0
Summary: Agent memory in files of Acme.
Author: The Acme authors
License-Expression: Apache-2.0
License-File: LICENSE
Requires-Python: >=3.11
Requires-Dist: loom-memory-core<0.2,>=0.1
Description-Content-Type: text/markdown

# acme-loom

A backend that is what it should be.
"""

ENTRY_POINTS = "[loom.memory]\nacme = acme_loom.plugin\n"


class Acme:
    """The package below one folder.

    Args:
        home: An empty folder.
    """

    def __init__(self, home: Path) -> None:
        self.project = home / "project"
        self.site = home / "site"
        shutil.copytree(PROJECT, self.project)

    def change(self, file: str, old: str, new: str) -> None:
        """Put ``new`` where ``old`` stands in a file of the project."""
        path = self.project / file
        if not old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new, encoding="utf-8")
            return
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def install(
        self, *, name: str = "acme-loom", metadata: str = METADATA, entries: str = ENTRY_POINTS
    ) -> None:
        """Put the package on the path of this process, with its metadata and its record."""
        shutil.copytree(self.project / "src", self.site, dirs_exist_ok=True)
        info = self.site / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        (info / "entry_points.txt").write_text(entries, encoding="utf-8")
        files = [path.relative_to(self.site) for path in self.site.rglob("*") if path.is_file()]
        (info / "RECORD").write_text("".join(f"{path.as_posix()},,\n" for path in files))
        sys.path.insert(0, str(self.site))
