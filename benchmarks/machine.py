"""What a figure was measured on: machine, versions, and the data's hash."""

import hashlib
import os
import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from pydantic import JsonValue

PACKAGES: Final = ("loom-memory-core", "loom-memory-sqlite", "pydantic", "snowballstemmer")


def machine() -> dict[str, JsonValue]:
    """The machine and the versions, as a report carries them."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load_1_minute": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "packages": {name: _version(name) for name in PACKAGES},
    }


def described() -> str:
    """The same in one line."""
    return (
        f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def sha256(path: Path) -> str:
    """The hash of a whole file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def filesystem(folder: Path) -> str:
    """The type of the filesystem that holds ``folder``; ``unknown`` where it is not told."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return "unknown"
    places = {Path(place): kind for _, place, kind, *_ in mounts}
    above = (folder.resolve(), *folder.resolve().parents)
    return next((places[each] for each in above if each in places), "unknown")
