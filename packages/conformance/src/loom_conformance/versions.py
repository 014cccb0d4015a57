"""The versions of everything that took part in a run."""

import platform
import re
import sqlite3
from importlib import metadata
from typing import Final

from loom_memory_core import CONTRACT_VERSION

OURS: Final = ("loom-memory-core", "loom-conformance", "pydantic", "pytest", "hypothesis")


def versions() -> dict[str, str]:
    """What the kit itself stands on."""
    return {
        "contract": CONTRACT_VERSION,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "sqlite": sqlite3.sqlite_version,
        **{name: version for name in OURS if (version := version_of(name))},
    }


def version_of(distribution: str) -> str:
    """The version of an installed distribution; empty if it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


def distribution_of(module: str) -> str:
    """The distribution that a module comes from; empty if it comes from none."""
    package = module.partition(".")[0]
    found = metadata.packages_distributions().get(package)
    if found:
        return found[0]
    try:
        # An editable install lists no modules, and is often named like its package.
        return str(metadata.metadata(package)["Name"])
    except (metadata.PackageNotFoundError, ValueError):
        return ""


def backend_versions(distribution: str) -> dict[str, str]:
    """A backend's distribution and those that it requires, with their versions."""
    if not distribution:
        return {}
    required = [_name(each) for each in metadata.requires(distribution) or ()]
    names = [distribution, *required]
    return {name: version for name in names if (version := version_of(name))}


def _name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
