"""What a figure was measured on: the machine and the versions."""

import os
import platform
import sqlite3
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from pydantic import JsonValue

PACKAGES: Final = ("faiss-cpu", "numpy", "onnxruntime", "openai", "pydantic", "snowballstemmer")
"""What moves a figure beside Loom's own packages, where it is installed."""


def machine() -> dict[str, JsonValue]:
    """The machine and the versions, as a report carries them."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load_1_minute": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "packages": {**versions()},
    }


def described() -> str:
    """The same in one line."""
    return (
        f"{processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def versions() -> dict[str, str]:
    """Every installed package of Loom's, and those of ``PACKAGES``."""
    found = {each.metadata["Name"]: each.version for each in distributions()}
    return {
        name: version
        for name, version in sorted(found.items())
        if name.startswith("loom-") or name in PACKAGES
    }


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def filesystem(folder: Path) -> str:
    """The type of the filesystem that holds ``folder``; ``unknown`` where it is not told."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return "unknown"
    places = {Path(place): kind for _, place, kind, *_ in mounts}
    above = (folder.resolve(), *folder.resolve().parents)
    return next((places[each] for each in above if each in places), "unknown")
