"""PostgreSQL's own client programs, such as ``pg_dump``, of a server's version."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from loom_conformance.services.bundle import bundled


def client_programs(version: str) -> Path | None:
    """The folder of ``pg_dump``, ``pg_restore`` and ``psql``; ``None`` if none fits.

    ``pg_dump`` refuses a server newer than itself, and what it writes for a newer one an older
    one may not understand, so its major version must be the server's.

    Args:
        version: The server's, such as ``PostgreSQL 18.4``.
    """
    wanted = _major(version)
    return next((folder for folder in _folders() if _major(_said(folder)) == wanted), None)


def _folders() -> Iterator[Path]:
    """Where such programs may be: in the wheel, on the PATH, where Debian puts them."""
    yield from filter(None, [bundled()])
    if on_path := shutil.which("pg_dump"):
        yield Path(on_path).parent
    yield from sorted(each.parent for each in Path("/usr/lib/postgresql").glob("*/bin/pg_dump"))


def _said(folder: Path) -> str:
    return subprocess.run(
        [folder / "pg_dump", "--version"], capture_output=True, text=True, check=False
    ).stdout


def _major(version: str) -> str:
    found = re.search(r"\d+", version)
    return found.group() if found else ""
